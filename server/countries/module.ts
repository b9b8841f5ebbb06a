import * as contract from '#contract/discovery/places.ts';
import { bind } from '#server/bind.ts';
import type { Module } from '#server/platform/module.ts';
import { listCities, listRegions, searchCities } from './find-places.ts';

export const countries = {
  name: 'countries',
  routes: [
    bind(contract.listRegions, listRegions),
    bind(contract.listCities, listCities),
    bind(contract.searchCities, searchCities),
  ],
} satisfies Module;
