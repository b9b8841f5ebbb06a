import type { Passion } from '../words.ts';

export const indoors: readonly Passion[] = [
  {
    about: ['Cucino per quattro anche quando siamo in due', 'Il sugo della domenica comincia il sabato'],
    text: [
      'Cucino per rilassarmi: metto su un ragù, abbasso il fuoco e intanto il mondo si calma.',
      'Mi piace cucinare piatti poveri con tempo da ricchi. Le ricette le seguo fino a metà, poi vado a orecchio.',
      'Ho il quaderno di ricette di mia nonna, con le dosi scritte «quanto basta»: ci sto studiando da anni.',
    ],
  },
  {
    about: ['Faccio il pane in casa e ne vado fier{o|a}', 'Ho un lievito madre più vecchio della mia auto'],
    text: [
      'Il sabato impasto. Non sempre viene bene, ma l’odore del pane perdona tutto.',
      'Ho un lievito madre di nome Ettore: mangia poco, cresce molto, non fa domande.',
      'Mi hanno regalato un corso di panificazione per scherzo; adesso regalo pagnotte sul serio.',
    ],
  },
  {
    about: ['Vivo in una piccola giungla da balcone', 'Parlo alle piante; alcune rispondono fiorendo'],
    text: [
      'Il mio balcone è piccolo e pieno: gerani, menta e un limone che si dà delle arie.',
      'Salvo piante abbandonate accanto ai cassonetti. Quasi tutte mi perdonano il trasloco.',
      'La sera annaffio e mi racconto la giornata; poi, di solito, è già migliorata.',
    ],
  },
  {
    about: ['Lato A la sera, lato B la domenica', 'Troppi dischi, mai abbastanza mensole'],
    text: [
      'Ho una parete di vinili e una teoria: ogni serata ha il suo lato B.',
      'Metto un disco, mi siedo e lo ascolto davvero: è il mio modo di andare in chiesa.',
      'Compro dischi per la copertina e poi, qualche volta, ho ragione.',
    ],
  },
  {
    about: ['Suono la chitarra, ma solo dopo cena', 'Quattro accordi e molta buona volontà'],
    text: [
      'Suono la chitarra quanto basta per un falò e non abbastanza per un palco.',
      'Ho ripreso in mano la chitarra dopo anni: le dita protestano, il resto no.',
      'So dodici canzoni. Tredici, se mi aiuti con il ritornello.',
    ],
  },
  {
    about: ['Il pianoforte di casa è scordato quanto me', 'Ricomincio da do'],
    text: [
      'Ho preso lezioni di pianoforte da grande: suono la stessa pagina da marzo e ogni volta è diversa.',
      'Ho un pianoforte verticale che occupa mezzo salotto e tutta la domenica pomeriggio.',
      'Suono per me, a finestra chiusa; se la lascio aperta è perché mi fido.',
    ],
  },
  {
    about: ['Tre libri sul comodino, tutti a metà', 'Leggo ovunque, anche in coda'],
    text: [
      'Leggo di notte più di quanto la mattina vorrebbe.',
      'Ho letto il mio romanzo preferito quattro volte, e ogni volta tifo per un altro personaggio.',
      'Presto i libri volentieri e li dimentico: se ne hai uno mio, scrivimi lo stesso.',
    ],
  },
  {
    about: ['Scrivo su quaderni che non faccio leggere', 'Due righe al giorno, da anni'],
    text: [
      'Tengo un quaderno in borsa: ci finiscono frasi sentite in autobus e liste della spesa malinconiche.',
      'Scrivo lettere che non spedisco. Qualcuna, forse, comincerò a spedirla.',
      'Ho frequentato un corso di scrittura: ho imparato a togliere, soprattutto gli aggettivi e la fretta.',
    ],
  },
  {
    about: ['Cane al guinzaglio, o viceversa', 'Esco tre volte al giorno, e non decido io'],
    text: [
      'Divido la casa con un cane anziano che ha opinioni su tutto, soprattutto sul divano.',
      'Grazie al cane conosco tutto il quartiere per nome: prima i quadrupedi, poi i padroni.',
      'Ho adottato una bastardina al canile. I primi giorni aveva paura lei; adesso comanda.',
    ],
  },
  {
    about: ['Vivo a casa di un gatto', 'Il gatto approva chi legge in silenzio'],
    text: [
      'Ho un gatto rosso che riceve le visite prima di me e decide chi resta.',
      'Il mio gatto dorme sul cuscino buono; io ho trovato un accordo con quello che avanza.',
      'Avevo detto «niente animali». È stato tre gatti fa.',
    ],
  },
  {
    about: ['Un bicchiere buono e una storia lunga', 'Bevo poco e scelgo con calma'],
    text: [
      'Ho fatto il corso da sommelier per capire le etichette, e ho scoperto che preferisco chi il vino lo fa.',
      'Mi piace andare per cantine in autunno, quando l’aria sa di mosto e nessuno ha fretta.',
      'Un bicchiere, pane, formaggio: non chiedo molto, ma lo chiedo buono.',
    ],
  },
  {
    about: ['Mani nell’argilla, testa altrove', 'Faccio tazze storte che tengono il caffè'],
    text: [
      'Faccio ceramica in un laboratorio di quartiere: ogni ciotola viene un po’ storta e molto mia.',
      'Il tornio mi ha insegnato che se ti irrigidisci crolla tutto. Vale anche fuori.',
      'Regalo tazze fatte da me: chi mi vuole bene le usa davvero.',
    ],
  },
  {
    about: ['Filo, ago e radio accesa', 'Cucio bottoni e rammendo pomeriggi'],
    text: [
      'Ho ritrovato la macchina da cucire di mia madre: adesso accorcio tende a tutto il condominio.',
      'Lavoro a maglia sul treno. Ho conosciuto più gente con una sciarpa che in tutte le feste a cui sono andat{o|a}.',
      'Mi piace aggiustare le cose invece di buttarle: calzini, sedie, giornate.',
    ],
  },
  {
    about: ['Acquerelli, mai senza macchie', 'Disegno quello che gli altri fotografano'],
    text: [
      'Dipingo ad acquerello: metà la fa la mano, metà la decide l’acqua.',
      'Porto sempre un taccuino e disegno le persone al bar. Con discrezione, e con molta fantasia sui nasi.',
      'Ho ricominciato a disegnare da poco; mi ero dimenticat{o|a} di quanto si guarda bene, disegnando.',
    ],
  },
  {
    about: ['Scacchi al bar, perdo con stile', 'Ti sfido a dama; a scacchi ti avviso'],
    text: [
      'Gioco a scacchi con gli amici del bar: partite lente, discussioni velocissime.',
      'Ho un armadio di giochi da tavolo e una regola sola: chi perde sparecchia.',
      'Mi piacciono le sere d’inverno con un tavolo, quattro sedie e nessuno che guarda l’ora.',
    ],
  },
  {
    about: ['Imparo lo spagnolo sbagliando molto', 'Cinque lingue male, una benino'],
    text: [
      'Studio lingue per gioco: so chiedere il sale in sette paesi.',
      'Sto imparando il francese con le canzoni: conosco solo parole d’amore e di pioggia.',
      'Il giapponese è il mio progetto decennale. Siamo al secondo anno e so salutare molto bene.',
    ],
  },
  {
    about: ['Yoga la mattina, lasagne la domenica', 'Respiro prima, rispondo dopo'],
    text: [
      'Faccio yoga da anni: la posizione che mi riesce meglio è quella finale, sdraiat{o|a}.',
      'Comincio la giornata con venti minuti di silenzio; poi posso affrontare anche la posta.',
      'Lo yoga non mi ha dato la calma: mi ha insegnato ad accorgermi quando la perdo.',
    ],
  },
  {
    about: ['Radio accesa dalle sei', 'Mi addormento con le voci della notte'],
    text: [
      'Ascolto la radio di notte: sconosciuti che telefonano e dicono la cosa giusta.',
      'In cucina ho una radio vecchia che prende due stazioni, entrambe bellissime.',
      'Alla televisione preferisco la radio: lascia le mani libere e la testa pure.',
    ],
  },
];
