import { useMutation } from '@tanstack/react-query';
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { OwnPhoto } from '#contract/account/user.ts';
import { movePhoto } from '#contract/profile/own-profile.ts';
import { call } from '#site/shell/api.ts';
import { withUser } from '#site/shell/me.ts';
import { updateMember, useMember } from '#site/shell/session.ts';

type Move = { photoId: string; position: number };

export function useMovePhoto() {
  const { trackerId } = useMember();
  return useMutation({
    mutationFn: (move: Move) => call(movePhoto, { trackerId, ...move }),
    onSuccess: ({ user }) => updateMember(withUser, user),
  });
}

/** The photos as they will stand after a move, in the server's way. */
export function withMove(photos: readonly OwnPhoto[], { photoId, position }: Move): readonly OwnPhoto[] {
  const moved = photos.find(({ name }) => name === photoId);
  return moved ? photos.filter((photo) => photo !== moved).toSpliced(position, 0, moved) : photos;
}

/** How far a mouse moves before a press is a drag and no click. */
const DRAG_DISTANCE_PX = 6;
/** A finger holds a photo so long before it drags it: until then it scrolls the page. */
const LONG_PRESS_MS = 350;

type Press = { x: number; y: number; touch: boolean; lift: () => void; timer?: number };
type Drag = { name: string; x: number; y: number; over: string | null };

/** Drags a photo to the place of another, with a mouse or, after a long press, with a finger. */
export function usePhotoDrag(onDropped: (name: string, target: string) => void) {
  const list = useRef<HTMLUListElement>(null);
  const press = useRef<Press | null>(null);
  const dragged = useRef(false);
  const [drag, setDrag] = useState<Drag | null>(null);

  // React's own listener for touches is passive and could not keep the page from scrolling.
  useEffect(() => {
    const element = list.current;
    const hold = (event: TouchEvent) => dragged.current && event.preventDefault();
    element?.addEventListener('touchmove', hold, { passive: false });
    return () => element?.removeEventListener('touchmove', hold);
  }, []);

  const end = () => {
    window.clearTimeout(press.current?.timer);
    press.current = null;
    setDrag(null);
  };

  const photoAt = (x: number, y: number, name: string): string | null => {
    const places = document.elementsFromPoint(x, y).map((one) => one.closest('li')?.dataset['photo']);
    return places.find((place) => place !== undefined && place !== name) ?? null;
  };

  const itemProps = (name: string) => ({
    'data-photo': name,
    onPointerDown: (event: PointerEvent<HTMLLIElement>) => {
      dragged.current = false;
      if (!event.isPrimary || event.button !== 0) return;
      const { currentTarget, pointerId, clientX: x, clientY: y } = event;
      const touch = event.pointerType === 'touch';
      const lift = () => {
        dragged.current = true;
        currentTarget.setPointerCapture(pointerId);
        setDrag({ name, x: 0, y: 0, over: null });
      };
      press.current = { x, y, touch, lift };
      if (touch) press.current.timer = window.setTimeout(lift, LONG_PRESS_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (!press.current) return;
      const { touch, lift } = press.current;
      const [x, y] = [clientX - press.current.x, clientY - press.current.y];
      if (dragged.current) setDrag({ name, x, y, over: photoAt(clientX, clientY, name) });
      else if (Math.hypot(x, y) < DRAG_DISTANCE_PX) return;
      else if (touch) end();
      else lift();
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      const target = press.current && dragged.current ? photoAt(clientX, clientY, name) : null;
      end();
      if (target) onDropped(name, target);
    },
    onPointerCancel: end,
    // A drag ends with a click, and a long press opens a menu: neither was meant.
    onClickCapture: (event: MouseEvent) => {
      if (dragged.current) event.stopPropagation();
      dragged.current = false;
    },
    onContextMenu: (event: MouseEvent) => {
      if (press.current?.touch) event.preventDefault();
    },
  });

  return { list, drag, itemProps };
}
