import { useEffect, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import type { CropPercent } from './crop-share.ts';

const ZOOM_MAX = 4;
const KEYBOARD_STEP_PX = 8;
/** Every portrait on the site stands in this shape. */
const PORTRAIT_ASPECT = 4 / 5;

interface PhotoCropperProps {
  picture: string;
  label: string;
  zoom: number;
  onZoom: (zoom: number) => void;
  onArea: (area: CropPercent) => void;
  onBroken: () => void;
}

/** Drag, pinch, scroll or the arrow keys move the picture under the portrait window. */
export function PhotoCropper({ picture, label, zoom, onZoom, onArea, onBroken }: PhotoCropperProps) {
  const place = useRef<HTMLDivElement>(null);
  const [still, setStill] = useState(false);
  const [crop, setCrop] = useState({ x: 0, y: 0 });

  // It measures itself once, so the dialog must have come to rest.
  useEffect(() => {
    let here = true;
    const moves = place.current?.closest('[role=dialog]')?.getAnimations() ?? [];
    void Promise.allSettled(moves.map(({ finished }) => finished)).then(() => here && setStill(true));
    return () => {
      here = false;
    };
  }, []);

  return (
    <div ref={place} className="absolute inset-0">
      {still && (
        <Cropper
          image={picture}
          crop={crop}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          aspect={PORTRAIT_ASPECT}
          objectFit="contain"
          showGrid={false}
          keyboardStep={KEYBOARD_STEP_PX}
          onCropChange={setCrop}
          onZoomChange={onZoom}
          onCropAreaChange={onArea}
          mediaProps={{ onError: onBroken }}
          cropperProps={{ role: 'application', 'aria-label': label }}
          classes={{ cropAreaClassName: 'rounded-card outline-offset-2' }}
          disableAutomaticStylesInjection
        />
      )}
    </div>
  );
}
