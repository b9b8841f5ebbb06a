import 'virtual:default-theme.css';
import '../styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyAppearance } from '../lib/appearance.ts';
import { startI18n } from '../lib/i18n.ts';
import { App } from './app.tsx';

applyAppearance();
void startI18n().then(() => {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
