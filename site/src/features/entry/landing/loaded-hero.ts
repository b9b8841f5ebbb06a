import { type ComponentType, createContext } from 'react';
import type { HeroProps } from '../hero-dusk.tsx';

export type HeroName = 'dusk' | 'tiles';

/** The hero that was fetched ahead, so that the page is hydrated without waiting for it. */
export type LoadedHero = { name: HeroName; Hero: ComponentType<HeroProps> } | null;

export const LoadedHeroContext = createContext<LoadedHero>(null);
