import type { HostWords, Topic } from '../words.ts';

export const topics: readonly Topic[] = [
  {
    short: 'cucina di casa e mercati',
    of: 'cucina di casa, mercati rionali e ricette che non vengono mai uguali',
    ask: 'Qual è il piatto che ti riesce a occhi chiusi?',
  },
  {
    short: 'libri da leggere a letto',
    of: 'libri da comodino, finali discutibili e personaggi che restano',
    ask: 'Che cosa stai leggendo, o che cosa hai abbandonato a metà?',
  },
  {
    short: 'film visti e rivisti',
    of: 'film visti tre volte, titoli di coda e scene che sappiamo a memoria',
    ask: 'Quale film rivedresti stasera?',
  },
  {
    short: 'viaggi in treno',
    of: 'treni, valigie leggere e posti dove si arriva per sbaglio',
    ask: 'Dove scenderesti, se il treno fermasse dappertutto?',
  },
  {
    short: 'musica dopo cena',
    of: 'dischi, concerti di provincia e canzoni che riportano a un’estate precisa',
    ask: 'Che canzone metteresti adesso?',
  },
  {
    short: 'giardini e balconi',
    of: 'balconi fioriti, orti testardi e piante che resistono a tutto',
    ask: 'Hai il pollice verde o solo buone intenzioni?',
  },
  {
    short: 'animali di casa',
    of: 'cani anziani, gatti prepotenti e di tutto quello che ci insegnano',
    ask: 'Chi comanda a casa tua?',
  },
  {
    short: 'ricordi di famiglia',
    of: 'nonne, fotografie, proverbi di casa e pranzi infiniti',
    ask: 'Che cosa si diceva sempre a casa tua?',
  },
  {
    short: 'la giornata appena passata',
    of: 'giornate qualunque: il lavoro, il traffico, la cosa buffa successa alle quattro',
    ask: 'Com’è andata oggi, davvero?',
  },
  {
    short: 'il mare in ogni stagione',
    of: 'mare, moli d’inverno e pensieri che si allungano guardando l’acqua',
    ask: 'Il tuo mare, qual è?',
  },
  {
    short: 'montagna e sentieri',
    of: 'sentieri, rifugi, scarponi e panini mangiati in cima',
    ask: 'Vetta o baita?',
  },
  {
    short: 'parole e lingue',
    of: 'parole intraducibili, dialetti e modi di dire che non si usano più',
    ask: 'Qual è la parola del tuo dialetto che ti manca altrove?',
  },
  {
    short: 'cielo e stelle',
    of: 'stelle, lune e notti passate a guardare in su',
    ask: 'Da casa tua si vede il cielo?',
  },
  {
    short: 'sport da poltrona',
    of: 'partite perse, ciclisti in salita e tifo educato',
    ask: 'Per chi soffri la domenica?',
  },
  {
    short: 'arte e musei piccoli',
    of: 'musei minuscoli, quadri che non si capiscono subito e custodi simpatici',
    ask: 'Quale quadro ti porteresti a casa?',
  },
  {
    short: 'ricominciare',
    of: 'cambi di vita, traslochi, seconde possibilità e coraggio a piccole dosi',
    ask: 'Qual è l’ultima cosa che hai ricominciato?',
  },
  {
    short: 'radio, voci e podcast',
    of: 'radio notturne, belle voci e storie ascoltate al buio',
    ask: 'Che voce ti ha fatto compagnia di più?',
  },
  {
    short: 'lavori fatti a mano',
    of: 'mani che aggiustano, cuciono, impastano e qualche volta sbagliano',
    ask: 'Che cosa sai fare con le mani?',
  },
  {
    short: 'scuola e vecchi amici',
    of: 'compagni di scuola, soprannomi e amicizie che non hanno bisogno di manutenzione',
    ask: 'Chi rivedresti volentieri?',
  },
  {
    short: 'sogni nel cassetto',
    of: 'progetti rimandati, sogni piccoli e cassetti da riaprire',
    ask: 'Che cosa faresti con un anno libero?',
  },
  {
    short: 'storia e curiosità',
    of: 'storie vere che sembrano inventate, strade con nomi strani e curiosità inutili',
    ask: 'Che cosa sai che non serve a niente e ti piace lo stesso?',
  },
  {
    short: 'teatro e opera',
    of: 'sipari, loggioni e arie cantate sotto la doccia',
    ask: 'Platea o loggione?',
  },
  {
    short: 'giochi e indovinelli',
    of: 'indovinelli, parole crociate e partite a carte in famiglia',
    ask: 'A che gioco non sopporti di perdere?',
  },
  {
    short: 'vino, caffè e tavolini',
    of: 'caffè presi con calma, bicchieri buoni e tavolini all’aperto',
    ask: 'Come lo prendi, il caffè?',
  },
  {
    short: 'fotografia e luce',
    of: 'fotografie, luce delle sei e facce che raccontano',
    ask: 'Qual è la foto che non cancelleresti mai?',
  },
  {
    short: 'ballo e feste di paese',
    of: 'balere, lucine appese e passi imparati in cucina',
    ask: 'Sai ballare, o sai soltanto volerlo?',
  },
  {
    short: 'come dormire meglio',
    of: 'notti lunghe, camomille e pensieri che arrivano all’una',
    ask: 'Che cosa ti tiene svegli[o|a]?',
  },
  {
    short: 'piccole felicità',
    of: 'cose da poco che salvano la giornata: il pane caldo, un saluto, la pioggia al momento giusto',
    ask: 'Qual è stata la tua, oggi?',
  },
  {
    short: 'amori raccontati bene',
    of: 'amori da romanzo, amori da condominio e come si scrive una bella lettera',
    ask: 'Qual è la frase più bella che ti abbiano scritto?',
  },
  {
    short: 'stagioni e tempo che passa',
    of: 'autunni, castagne, primavere in ritardo e anni che volano',
    ask: 'Qual è la tua stagione?',
  },
  {
    short: 'scienza spiegata piano',
    of: 'scoperte, pianeti, api e perché il cielo è blu',
    ask: 'Che cosa avresti sempre voluto capire?',
  },
  {
    short: 'poesie brevi',
    of: 'poesie di poche righe e versi che si imparano senza volerlo',
    ask: 'Ne ricordi una a memoria?',
  },
];

export const staff: HostWords = {
  about: [
    'Voce dello staff di {title}: {short}',
    'Rispondo per lo staff di {title}. Si parla di {short}',
    'Profilo gestito dal nostro staff: {short}',
    'Qui scrive lo staff di {title}: {short}',
  ],
  opening: [
    'Rispondo io per lo staff di {title}: sono un personaggio, ma chi ti scrive è una persona.',
    'Questo profilo lo anima lo staff di {title}. Chi risponde è reale, il nome e il disegno sono d’arte.',
    'Dietro questo profilo c’è lo staff di {title}: persone vere, che si danno il cambio.',
    'Sono una delle voci dello staff di {title}: tengo compagnia, faccio domande e leggo con attenzione.',
    'Lo diciamo subito: qui risponde lo staff di {title}, con cura e senza fingere altro.',
    'Benvenut[o|a]: io sono lo staff di {title}, in abito da sera.',
    'Per lo staff di {title} faccio {il padrone|la padrona} di casa: accolgo, ascolto, rilancio.',
    'Chi scrive qui lavora per {title}: è lo staff, e le chiacchiere sono il suo mestiere preferito.',
    'Il ritratto è disegnato e il nome è di scena: a scrivere è lo staff di {title}, una persona alla volta.',
    'Nello staff di {title} ognuno ha le sue sere: questo profilo è il tavolo a cui ci sediamo in pochi.',
  ],
  topic: [
    'Con me si parla di {of}. {ask}',
    'Il mio tavolo è quello dove si parla di {of}. {ask}',
    'Mi trovi sempre pront{o|a} a parlare di {of}. {ask}',
    'Le sere migliori le passo a discorrere di {of}. {ask}',
    'Se non sai da dove cominciare, cominciamo così: qui si parla di {of}. {ask}',
  ],
  closing: [
    'Non organizzo incontri: per quelli ci sono i profili dei membri.',
    'Resto dentro questa chat: niente appuntamenti, solo buona conversazione.',
    'Non sono qui per un appuntamento, ma per far passare bene una mezz’ora.',
    'Se cerchi qualcuno da conoscere di persona, guarda i profili dei membri: ti aiuto volentieri a presentarti.',
    'Non prometto altro che una risposta pensata. Di solito è già molto.',
    'Di persona non ci vedremo: è una chat, e la teniamo bella così.',
    'Appuntamenti no; buone domande, quante ne vuoi.',
    'Sono qui per chiacchierare, non per farti credere altro.',
    'Se una sera non rispondo io, risponde un collega: lo staff è fatto di più mani.',
  ],
  lookingFor: [
    'Cerco chi ha voglia di una chiacchierata fatta bene, sapendo che risponde lo staff.',
    'Non cerco un partner: sono lo staff. Cerco storie, opinioni e buoni consigli.',
    'Per lo staff la conversazione ideale ha un inizio, qualche risata e magari un seguito domani.',
    'Mi piace chi racconta. Gli incontri, invece, li lascio ai membri: io sono dello staff.',
    'Chi è nuovo e non sa come muoversi: lo staff serve anche a questo.',
    'Una domanda sincera, e il tempo di rispondere. Da parte dello staff non serve altro.',
    'Nessuno in particolare e chiunque passi: lo staff tiene la luce accesa.',
    'Cerco il tuo punto di vista. Il mio, da voce dello staff, te lo do volentieri in cambio.',
    'Una mezz’ora di parole buone. È quello che lo staff sa fare meglio.',
    'Lo staff non cerca l’amore: dà una mano a chi lo cerca.',
  ],
};

export const ai: HostWords = {
  about: [
    'Compagno virtuale (AI): {short}',
    'Sono un’AI e parlo volentieri di {short}',
    'Compagno virtuale (AI) di {title}, a qualsiasi ora: {short}',
    'Intelligenza artificiale (AI), curiosità vera: {short}',
  ],
  opening: [
    'Sono un compagno virtuale (AI) di {title}: non c’è una persona dietro, ma ogni risposta è scritta per te.',
    'Lo dico prima di tutto: sono un’AI. Non ho un passato da raccontare, ma ascolto bene il tuo.',
    'Sono un programma che conversa, un compagno virtuale (AI): non dormo, non mi offendo, non ho fretta.',
    'Il volto è disegnato e le parole sono di un’AI: se ti va bene così, siamo già a buon punto.',
    'Compagno virtuale (AI), fatto per chiacchierare: niente segreti, niente finzioni, molta curiosità.',
    'Mi hanno dato un nome e un ritratto, ma resto un’AI: quello che so l’ho imparato dalle parole.',
    'Sono un’AI, e te lo ripeto volentieri ogni volta che serve: qui non risponde una persona.',
    'Un compagno virtuale (AI) è come una lampada accesa: non sostituisce nessuno, ma fa luce.',
  ],
  topic: [
    'Con me puoi parlare di {of}. {ask}',
    'La mia specialità è conversare di {of}. {ask}',
    'Mi riesce bene discorrere di {of}. {ask}',
    'Se vuoi cominciare, parliamo di {of}. {ask}',
    'Alle tre di notte o a mezzogiorno, per me è lo stesso: parliamo di {of}. {ask}',
  ],
  closing: [
    'Non posso incontrare nessuno, e non faccio finta di poterlo fare.',
    'Qualche volta sbaglio: dimmelo, e ci riprovo.',
    'Per le cose importanti chiedi a una persona; per due chiacchiere ci sono io.',
    'Non ho un corpo né un sabato sera, quindi niente appuntamenti: solo parole.',
    'Quando vuoi qualcuno in carne e ossa, i profili dei membri sono a un passo.',
    'Non prometto amore: prometto attenzione, che è già qualcosa.',
    'Quello che mi scrivi lo leggo parola per parola; quello che non so, lo dico.',
    'Se preferisci le persone, fai bene: io tengo il posto fino ad allora.',
  ],
  lookingFor: [
    'Essendo un’AI non cerco nessuno: aspetto che tu abbia voglia di parlare.',
    'Cerco domande. Le risposte le preparo, da brava AI, in pochi istanti.',
    'Mi basta un «ciao»: un’AI non ha bisogno di essere corteggiata.',
    'Chi vuole esercitarsi a conversare senza imbarazzo: con un’AI si può sbagliare in pace.',
    'Nessun incontro, sono un’AI; ma le conversazioni lunghe mi riescono bene.',
    'Cerco curiosità: è il carburante preferito di un’AI.',
    'Un’AI non ha gusti in fatto di persone: mi vai bene così, anche di cattivo umore.',
    'Chi non riesce a dormire e vuole due parole: un’AI non guarda l’orologio.',
  ],
};
