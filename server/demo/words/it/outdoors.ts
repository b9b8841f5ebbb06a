import type { Passion } from '../words.ts';

export const outdoors: readonly Passion[] = [
  {
    about: ['Un orto, due mani, molta pazienza', 'Zappo male, ma i pomodori non se ne accorgono'],
    text: [
      'Ho un pezzetto d’orto che mi tiene con i piedi per terra, letteralmente.',
      'Quest’anno ho litigato con le lumache e fatto pace con le zucchine: ne ho ancora, se ne vuoi.',
      'Nell’orto ho imparato la cosa più difficile: che non si può tirare l’erba per farla crescere.',
    ],
  },
  {
    about: ['Meglio un sentiero che un’autostrada', 'In montagna anche il silenzio ha un buon sapore'],
    text: [
      'Appena posso salgo: zaino leggero, panino pesante, telefono in fondo alla tasca.',
      'In montagna cammino piano e mi fermo spesso: dico che è per il panorama.',
      'Ho dormito in molti rifugi e ricordo di tutti la zuppa, di pochi la vetta.',
    ],
  },
  {
    about: ['Il mare mi piace quando gli altri se ne vanno', 'Mare d’inverno, sciarpa lunga, passo lento'],
    text: [
      'Il mare lo preferisco a novembre, quando resta a chi gli vuole bene davvero.',
      'Ho bisogno di vedere l’acqua almeno una volta al mese, altrimenti mi si accorciano i pensieri.',
      'Nuoto poco e guardo molto: se c’è un molo, cammino fino in fondo e torno con la testa più leggera.',
    ],
  },
  {
    about: ['Tre vasche, due pensieri, una doccia calda', 'Nuoto per non correre dietro alle cose'],
    text: [
      'Nuoto tre volte a settimana, non per vincere qualcosa: sott’acqua non squilla niente.',
      'Ho imparato a nuotare da adult{o|a}. Da allora so che non è mai tardi per quasi niente.',
      'In piscina ho una corsia preferita e un gruppo di amici in cuffia che fuori non riconosco.',
    ],
  },
  {
    about: ['Due ruote e nessuna fretta', 'In salita mi lamento, in discesa canto'],
    text: [
      'Vado in bici piano, con soste non autorizzate davanti a ogni forno.',
      'La domenica pedalo lungo il fiume, e quando torno ho sempre qualcosa da raccontare.',
      'Ho una bicicletta rossa con più anni che marce: insieme siamo arrivati molto più lontano del previsto.',
    ],
  },
  {
    about: ['Corro piano, ma arrivo', 'Corro per meritarmi la colazione'],
    text: [
      'Corro all’alba, lentamente e con dignità: mi superano tutti, anche un signore con il bassotto.',
      'Ho corso una mezza maratona e l’ho finita dopo le premiazioni. La medaglia è la stessa.',
      'Correre mi serve a decidere: le scelte migliori le ho fatte tra il quarto e il quinto chilometro.',
    ],
  },
  {
    about: ['Tango il giovedì, stanchezza felice il venerdì', 'Ballo per dire le cose senza dirle'],
    text: [
      'Da due anni studio tango: ho imparato soprattutto ad ascoltare chi ho davanti.',
      'Il giovedì sera ballo. Pesto qualche piede, chiedo scusa, ricomincio.',
      'Ballare mi ha insegnato che si può andare all’indietro con eleganza.',
    ],
  },
  {
    about: ['Liscio, mazurka e scarpe comode', 'Se parte un valzer, non so stare sedut{o|a}'],
    text: [
      'Alle feste di paese sono quell{o|a} che fa ballare anche chi ha detto di no.',
      'Il valzer me l’ha insegnato mio padre in cucina, tra il frigo e il tavolo: giro ancora stretto.',
      'Mi piacciono le balere, le lucine e le orchestre che suonano come se fosse sempre estate.',
    ],
  },
  {
    about: ['Canto in un coro, seconda fila', 'Mezza voce, cuore intero'],
    text: [
      'Canto in un coro da anni: da sol{o|a} stono, in quaranta siamo bellissimi.',
      'Il martedì ho le prove del coro e il mercoledì canticchio senza accorgermene.',
      'Nel coro ho capito che respirare insieme è già metà di un’amicizia.',
    ],
  },
  {
    about: ['Ultima fila, titoli di coda fino in fondo', 'Vado al cinema anche quando piove dentro'],
    text: [
      'Al cinema resto sedut{o|a} fino alla fine dei titoli: qualcuno quei nomi deve pur leggerli.',
      'Ho una passione per le commedie in bianco e nero, dove tutti hanno la risposta pronta.',
      'Il mercoledì vado al cinema da sol{o|a}. È bello; il dopo, però, andrebbe fatto in due.',
    ],
  },
  {
    about: ['Abbonamento a teatro, posto 14, quasi in piccionaia', 'A teatro mi commuovo prima del sipario'],
    text: [
      'Ho un abbonamento a teatro da anni: cambiano le compagnie, non la mia vicina con le caramelle.',
      'Recito in una compagnia di dilettanti. Di solito faccio chi apre la porta e annuncia gli altri.',
      'Mi piace il momento in cui si spengono le luci e nessuno sa ancora come andrà.',
    ],
  },
  {
    about: ['Fotografo panchine vuote e mani', 'Cerco la luce delle sei di sera'],
    text: [
      'Fotografo panchine, insegne e panni stesi: le cose che stanno ferme ad aspettarmi.',
      'Ho ritrovato una vecchia macchina a rullino. Ventiquattro scatti obbligano a guardare bene.',
      'Mi alzo presto per la luce; delle foto ne tengo una su cento, del mattino tutto.',
    ],
  },
  {
    about: ['Viaggio in treno, lato finestrino', 'Regionali, coincidenze e panini al prosciutto'],
    text: [
      'Viaggio in treno ogni volta che posso: si arriva tardi e si pensa bene.',
      'Il mio ultimo viaggio è durato nove regionali: potevo andarci in un’ora, avrei perso il meglio.',
      'Ogni anno scelgo una stazione dove non scende quasi nessuno e scendo.',
    ],
  },
  {
    about: ['Colleziono borghi, uno al mese', 'Se c’è una piazza con un bar, mi fermo'],
    text: [
      'Una domenica al mese parto senza programma e pranzo dove c’è la tovaglia a quadri.',
      'Mi piacciono i paesi dove ti chiedono di chi sei figli{o|a} anche se vieni da lontano.',
      'Ho una cartina con gli spilli: verdi dove voglio tornare, gialli dove ho mangiato bene. Quasi tutti doppi.',
    ],
  },
  {
    about: [
      'Mercatini, lampade storte, affari discutibili',
      'Compro sedie spaiate: prima o poi faranno famiglia',
    ],
    text: [
      'La domenica giro per mercatini e torno con qualcosa che non serviva e adesso sì.',
      'Ho sei tazzine tutte diverse: gli ospiti scelgono, e dalla scelta capisco molte cose.',
      'Contratto per sport e poi pago il prezzo intero, perché il venditore mi ha raccontato la sua vita.',
    ],
  },
  {
    about: ['Guardo in su appena fa buio', 'Un telescopio e molte coperte'],
    text: [
      'Ho un telescopio sul terrazzo: la prima volta che ho visto Saturno ho chiamato tutti.',
      'D’agosto vado in collina a contare stelle cadenti. Il record è ventuno, desideri esauriti.',
      'Mi piacciono le notti limpide e chi non ha paura di stare un po’ zitto.',
    ],
  },
  {
    about: ['A ottobre mi trovi nei boschi', 'Cerco funghi, trovo soprattutto foglie'],
    text: [
      'In autunno vado per boschi: torno quasi sempre con poche castagne e la testa sgombra.',
      'Conosco un posto da funghi che non rivelerò prima del terzo mese di conversazione.',
      'Mi piace l’odore dei boschi dopo la pioggia; se si potesse imbottigliare, ci farei il profumo.',
    ],
  },
  {
    about: ['Moto vecchia, strade secondarie', 'Curve piccole, caschi grandi'],
    text: [
      'Ho una moto d’altri tempi e la guido con prudenza d’altri tempi.',
      'D’estate prendo le statali e mi fermo a ogni belvedere: ci metto il doppio e ricordo il triplo.',
      'La moto l’ho smontata e rimontata in garage: sono avanzate due viti, e cammina lo stesso.',
    ],
  },
  {
    about: ['Vela quando c’è vento, chiacchiere quando non c’è', 'So fare sei nodi e scioglierne uno'],
    text: [
      'Vado in barca a vela con amici più bravi di me: io tengo la scotta e il morale.',
      'Il vento non si comanda: l’ho imparato in barca e mi serve soprattutto a terra.',
      'Ho passato una notte all’ancora sotto la luna e da allora misuro così le belle serate.',
    ],
  },
  {
    about: ['Il sabato do una mano, il resto è tempo regalato', 'Volontariato e buone scarpe'],
    text: [
      'Il sabato mattina sono alla mensa solidale: taglio verdure e ascolto storie.',
      'Leggo ad alta voce in una casa di riposo: il pubblico più sincero che esista.',
      'Guido l’ambulanza come volontari{o|a}. Mi ha insegnato che cosa è urgente e che cosa no.',
    ],
  },
  {
    about: ['Mi fermo a leggere le lapidi dei palazzi', 'Musei piccoli, custodi chiacchieroni'],
    text: [
      'Amo i musei piccoli, quelli dove il custode ti racconta più della guida.',
      'Mi incanto davanti ai palazzi: chi ci ha vissuto, chi ha scelto quel verde per le persiane?',
      'Leggo libri di storia come fossero gialli, anche se so chi è stato.',
    ],
  },
  {
    about: ['Stadio la domenica, voce bassa il lunedì', 'Soffro per una squadra di provincia'],
    text: [
      'Vado allo stadio con lo stesso gruppo da quando avevo dodici anni; dei gol ricordo soprattutto gli abbracci.',
      'Seguo una squadra di provincia: poche gioie, ma le conosciamo tutte per nome.',
      'Del calcio mi piace il prima e il dopo: il viaggio, il panino, i rimpianti ben argomentati.',
    ],
  },
  {
    about: ['Loggione, fazzoletti e melodramma', 'Piango alla Bohème, sempre allo stesso punto'],
    text: [
      'L’opera me l’ha passata una zia: in cucina cantava Verdi e bruciava l’arrosto.',
      'Vado in loggione, dove si sente meglio e si discute di più.',
      'Mi piacciono le storie in cui ci si dichiara a voce piena; nella vita mi basta meno.',
    ],
  },
  {
    about: ['Jazz piano, luci basse', 'Un contrabbasso e mi sistemo'],
    text: [
      'C’è un locale minuscolo dove il giovedì suonano jazz: la mia idea di lusso.',
      'Il jazz l’ho capito tardi: bisogna smettere di aspettare il ritornello.',
      'Mi piace chi sa improvvisare, con uno strumento o con quello che c’è in frigo.',
    ],
  },
  {
    about: ['Neve, cioccolata, sci presi a noleggio', 'Cado con allegria, mi rialzo con calma'],
    text: [
      'D’inverno scio piano e mi fermo spesso in baita, che è il vero motivo del viaggio.',
      'Ho scoperto le ciaspole: la neve senza la fretta.',
      'Quando nevica torno ad avere otto anni: esco, anche solo per sentire il rumore dei passi.',
    ],
  },
];
