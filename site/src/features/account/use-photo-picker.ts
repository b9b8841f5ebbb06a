import { type ChangeEvent, type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ErrorCode } from '../../../../contract/kernel/errors.ts';
import { fileIn, photoFault } from '../../lib/files.ts';

type Picker = { active: boolean; onPicked: (address: string) => void };

/** Takes a photo however it comes: chosen, dropped or pasted. Hands on its address in the page. */
export function usePhotoPicker({ active, onPicked }: Picker) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<ErrorCode | null>(null);
  const [over, setOver] = useState(false);

  const take = (file: File | null) => {
    if (!file || !active) return;
    const found = photoFault(file);
    setFault(found);
    if (!found) onPicked(URL.createObjectURL(file));
  };

  const takePasted = useEffectEvent(take);
  useEffect(() => {
    const pasted = ({ target, clipboardData }: ClipboardEvent) => {
      const typing = target instanceof Element && target.closest('input, textarea, [role=dialog]');
      if (!typing) takePasted(fileIn(clipboardData));
    };
    window.addEventListener('paste', pasted);
    return () => window.removeEventListener('paste', pasted);
  }, []);

  return {
    fault,
    setFault,
    over: over && active,
    browse: () => input.current?.click(),
    input: {
      ref: input,
      type: 'file',
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        take(target.files?.[0] ?? null);
        // The same file may be picked again after a mistake.
        target.value = '';
      },
    },
    dropZone: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        take(fileIn(event.dataTransfer));
      },
    },
  } as const;
}
