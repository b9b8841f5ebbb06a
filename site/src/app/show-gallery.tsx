import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { Gallery } from '../gallery/gallery.tsx';

/** Every part in every state, while developing. Builds do not have it. */
export function showGallery(root: HTMLElement, hero: 'dusk' | 'tiles'): void {
  createRoot(root).render(
    <BrowserRouter>
      <Gallery hero={hero} />
    </BrowserRouter>,
  );
}
