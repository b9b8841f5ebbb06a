import type { CountryData } from './country.ts';

export const portugal: CountryData = {
  dataProtectionAuthority: 'Comissão Nacional de Proteção de Dados, www.cnpd.pt',
  helpLines: {
    self_harm: [
      { number: '213 544 545', name: 'SOS Voz Amiga' },
      { number: '116 111', name: 'SOS Criança', purpose: 'under_18' },
    ],
    minor: [
      { number: '116 111', name: 'SOS Criança', purpose: 'young_people' },
      { number: '116 006', name: 'APAV' },
      { number: '112', purpose: 'emergency' },
    ],
  },
  regions: {
    '02': 'Aveiro',
    '03': 'Beja',
    '04': 'Braga',
    '05': 'Bragança',
    '06': 'Castelo Branco',
    '07': 'Coimbra',
    '08': 'Évora',
    '09': 'Faro',
    '10': 'Madeira',
    '11': 'Guarda',
    '13': 'Leiria',
    '14': 'Lisboa',
    '16': 'Portalegre',
    '17': 'Porto',
    '18': 'Santarém',
    '19': 'Setúbal',
    '20': 'Viana do Castelo',
    '21': 'Vila Real',
    '22': 'Viseu',
    '23': 'Açores',
  },
  towns: {
    names: [
      [2267057, 'Lisbon', 'Lisboa'],
      [2739723, 'Feira', 'Santa Maria da Feira'],
      [2264538, 'Ponte de Sôr', 'Ponte de Sor'],
      [6697257, 'Valenza', 'Valença'],
    ],
    // Namesakes that carry the people of a larger town elsewhere.
    dropped: [
      [2267131, 'Laranjeiro'],
      [2734106, 'Sequeira'],
      [2740174, 'Custoias'],
      [2266249, 'Monsanto'],
      [2263438, 'Santo André'],
      [2262373, 'Vale da Amoreira'],
    ],
    populations: new Map(),
  },
};
