import type { Words } from '../words.ts';

/** Names by the years in which they were given. */
export const names: Words['names'] = {
  female: {
    young: `Giulia Martina Sara Chiara Giorgia Alessia Sofia Elisa Federica Ilaria Francesca Valentina Noemi Arianna
      Beatrice Camilla Greta Irene Marta Alice Ludovica Gaia Aurora Rebecca Miriam Benedetta Carlotta Virginia Bianca
      Margherita Viola Serena Debora Veronica Erica Marika Asia Anita`,
    middle: `Barbara Simona Monica Laura Silvia Paola Cristina Manuela Sabrina Daniela Elena Stefania Michela Roberta
      Alessandra Claudia Katia Lara Samantha Romina Tiziana Emanuela Cinzia Raffaella Antonella Patrizia Sonia Eleonora
      Lucia Nadia Nicoletta Vanessa Ornella Deborah Tania Fabiana Loredana Susanna`,
    older: `Anna Maria Rosanna Donatella Luisa Giovanna Carla Franca Marina Rita Gabriella Graziella Teresa Mirella
      Loretta Fiorella Marisa Lidia Adriana Ivana Rossella Nadia Silvana Vittoria Milena Antonietta Giuliana Wanda Emilia
      Nives Renata Marcella Tina Clara Bruna Fulvia Rosalba Angela`,
  },
  male: {
    young: `Marco Luca Andrea Matteo Davide Simone Alessandro Francesco Lorenzo Riccardo Federico Gabriele Tommaso Nicola
      Jacopo Edoardo Filippo Giacomo Mattia Samuele Daniele Emanuele Dario Elia Pietro Alberto Leonardo Michele Valerio
      Enrico`,
    middle: `Stefano Massimo Fabio Roberto Paolo Cristian Gianluca Maurizio Alessio Claudio Mirko Ivan Diego Denis Omar
      Walter Moreno Igor Sandro Fabrizio Marcello Giorgio Mauro Emiliano Corrado Ruggero Guido Saverio Ettore Damiano`,
    older: `Giovanni Giuseppe Antonio Mario Luigi Franco Bruno Sergio Carlo Renato Vittorio Aldo Gino Piero Umberto Silvano
      Ennio Dino Gianni Angelo Domenico Livio Ezio Romano Arturo Ernesto Ugo Remo Alfredo Lino`,
  },
  regional: {
    Campania: {
      female: 'Carmela Assunta Nunzia Concetta Imma',
      male: 'Gennaro Ciro Pasquale Raffaele Carmine',
    },
    Sicilia: {
      female: 'Rosalia Agata Provvidenza Santa Enza',
      male: 'Salvatore Calogero Rosario Turi Alfio',
    },
    Sardegna: {
      female: 'Grazia Gavina Efisia Bonaria Maddalena',
      male: 'Efisio Gavino Bachisio Antioco Priamo',
    },
    Puglia: { female: 'Addolorata Mimma Porzia Cosima Annalisa', male: 'Cosimo Vito Oronzo Cataldo Donato' },
    Calabria: {
      female: 'Caterina Immacolata Filomena Mimma Rosina',
      male: 'Rocco Bruno Leoluca Mimmo Natale',
    },
    'Trentino-Alto Adige': {
      female: 'Heidi Petra Sabine Verena Martha',
      male: 'Hannes Lukas Stefan Georg Klaus',
    },
    'Friuli-Venezia Giulia': {
      female: 'Nives Mila Ondina Alida Elda',
      male: 'Igor Boris Livio Danilo Ennio',
    },
    "Valle d'Aosta": {
      female: 'Joëlle Nadège Sylvie Denise Solange',
      male: 'Rémy Hervé Joël Didier Laurent',
    },
    'Emilia-Romagna': { female: 'Mirca Deanna Vanna Oriana Nives', male: 'Loris Learco Ermes Athos Gianni' },
    Toscana: { female: 'Ginevra Fiorenza Duccia Costanza Lapa', male: 'Lapo Duccio Neri Cosimo Vanni' },
  },
};
