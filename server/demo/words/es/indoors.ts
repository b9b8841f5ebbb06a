import type { Passion } from '../words.ts';

export const indoors: readonly Passion[] = [
  {
    about: ['Cocino para cuatro aunque seamos dos', 'El cocido del domingo empieza el sábado'],
    text: [
      'Cocino para descansar: pongo un guiso a fuego lento y mientras tanto el mundo se calma.',
      'Me gustan los platos humildes hechos con tiempo. Las recetas las sigo hasta la mitad y luego voy de oído.',
      'Tengo la libreta de mi abuela, con las medidas en «un puñadito»: llevo años estudiándola.',
    ],
  },
  {
    about: ['Tortilla con cebolla, y estoy abiert{o|a} al debate', 'Discuto de arroces con mucho respeto'],
    text: [
      'Hago una tortilla que ha reconciliado a media familia. La otra media la prefiere sin cebolla.',
      'Los domingos hago arroz, y cada domingo alguien me explica que así no se hace.',
      'Voy al mercado sin lista y vuelvo con el menú: me fío de lo que me cuentan los puestos.',
    ],
  },
  {
    about: ['Hago pan en casa y presumo un poco', 'Mi masa madre es más vieja que mi coche'],
    text: [
      'Los sábados amaso. No siempre sale bien, pero el olor a pan lo perdona todo.',
      'Tengo una masa madre que se llama Ramona: come poco, crece mucho y no hace preguntas.',
      'Me regalaron un curso de pan en broma; ahora regalo hogazas muy en serio.',
    ],
  },
  {
    about: ['Vivo en una selva de balcón', 'Hablo con las plantas; algunas contestan con flores'],
    text: [
      'Mi balcón es pequeño y está lleno: geranios, hierbabuena y un limonero con pretensiones.',
      'Rescato plantas que la gente deja junto al contenedor. Casi todas me perdonan la mudanza.',
      'Por la tarde riego y me cuento el día; al acabar suele haber mejorado.',
    ],
  },
  {
    about: ['Cara A por la noche, cara B los domingos', 'Demasiados discos, pocas estanterías'],
    text: [
      'Tengo una pared de vinilos y una teoría: cada noche tiene su cara B.',
      'Pongo un disco, me siento y lo escucho entero: es mi manera de ir a misa.',
      'Compro discos por la portada y luego, a veces, acierto.',
    ],
  },
  {
    about: ['Toco la guitarra, pero solo después de cenar', 'Cuatro acordes y buena voluntad'],
    text: [
      'Toco la guitarra lo justo para una hoguera y no lo bastante para un escenario.',
      'He vuelto a la guitarra después de años: los dedos protestan, lo demás no.',
      'Me sé doce canciones. Trece, si me ayudas con el estribillo.',
    ],
  },
  {
    about: ['Tres libros en la mesilla, todos a medias', 'Leo en todas partes, también en las colas'],
    text: [
      'Leo de noche más de lo que por la mañana me gustaría.',
      'Mi novela favorita la he leído cuatro veces, y cada vez voy con un personaje distinto.',
      'Presto libros con alegría y me olvido: si tienes uno mío, escríbeme igual.',
    ],
  },
  {
    about: ['Escribo en cuadernos que no enseño', 'Dos líneas al día, desde hace años'],
    text: [
      'Llevo un cuaderno encima: acaban en él frases oídas en el autobús y listas de la compra melancólicas.',
      'Escribo cartas que no envío. Alguna, quizá, empiece a enviarla.',
      'Hice un taller de escritura: aprendí a quitar, sobre todo los adjetivos y la prisa.',
    ],
  },
  {
    about: [
      'Un paseo largo arregla casi todo, también a cuatro patas',
      'Salgo tres veces al día, y no decido yo',
    ],
    text: [
      'Comparto la casa con un perro mayor que tiene opiniones sobre todo, en especial sobre el sofá.',
      'Gracias al perro conozco a todo el barrio por su nombre: primero los de cuatro patas.',
      'Adopté una perrita en la protectora. Los primeros días tenía miedo ella; ahora manda.',
    ],
  },
  {
    about: ['Vivo en casa de un gato', 'El gato aprueba a quien lee en silencio'],
    text: [
      'Tengo un gato naranja que recibe a las visitas antes que yo y decide quién se queda.',
      'Mi gato duerme en la almohada buena; yo he llegado a un acuerdo con lo que sobra.',
      'Dije «nada de animales». De eso hace tres gatos.',
    ],
  },
  {
    about: ['Una copa buena y una historia larga', 'Bebo poco y elijo con calma'],
    text: [
      'Hice un curso de cata para entender las etiquetas y descubrí que prefiero a quien hace el vino.',
      'Me gusta ir de bodegas en otoño, cuando el aire huele a mosto y nadie tiene prisa.',
      'Un vino, pan, queso: no pido mucho, pero lo pido bueno.',
    ],
  },
  {
    about: ['Manos en el barro, cabeza en otra parte', 'Hago tazas torcidas que aguantan el café'],
    text: [
      'Hago cerámica en un taller del barrio: cada cuenco sale un poco torcido y muy mío.',
      'El torno me enseñó que, si aprietas demasiado, se hunde todo. Fuera también pasa.',
      'Regalo tazas hechas por mí: quien me quiere las usa de verdad.',
    ],
  },
  {
    about: ['Aguja, hilo y la radio puesta', 'Coso botones y remiendo tardes'],
    text: [
      'Rescaté la máquina de coser de mi madre y ahora acorto las cortinas de toda la escalera.',
      'Hago punto en el tren. He conocido a más gente con una bufanda que en todas las fiestas de mi vida.',
      'Me gusta arreglar las cosas en vez de tirarlas: calcetines, sillas, días.',
    ],
  },
  {
    about: ['Acuarelas, nunca sin manchas', 'Dibujo lo que otros fotografían'],
    text: [
      'Pinto con acuarela: la mitad la hace la mano y la otra mitad la decide el agua.',
      'Llevo siempre un cuaderno y dibujo a la gente en los bares. Con discreción, y con fantasía en las narices.',
      'Hace poco que he vuelto a dibujar; se me había olvidado lo bien que se mira dibujando.',
    ],
  },
  {
    about: ['Ajedrez en el bar, pierdo con estilo', 'Al dominó te reto; al mus te aviso'],
    text: [
      'Juego al ajedrez en el bar de abajo: partidas lentas, discusiones rapidísimas.',
      'Tengo un armario de juegos de mesa y una sola norma: quien pierde, recoge.',
      'Me gustan las tardes de invierno con una mesa, cuatro sillas y nadie pendiente de la hora.',
    ],
  },
  {
    about: ['Aprendo italiano equivocándome mucho', 'Cinco idiomas mal y uno regular'],
    text: [
      'Estudio idiomas por jugar: sé pedir la sal en siete países.',
      'Aprendo francés con canciones: solo conozco palabras de amor y de lluvia.',
      'El japonés es mi proyecto a diez años. Vamos por el segundo y saludo muy bien.',
    ],
  },
  {
    about: ['Yoga por la mañana, croquetas por la noche', 'Primero respiro, luego contesto'],
    text: [
      'Hago yoga desde hace años: la postura que mejor me sale es la del final, la de tumbarse.',
      'Empiezo el día con veinte minutos de silencio; después puedo con todo, hasta con el correo.',
      'El yoga no me ha dado la calma: me ha enseñado a notar cuándo la pierdo.',
    ],
  },
  {
    about: ['La radio encendida desde las seis', 'Me duermo con las voces de la noche'],
    text: [
      'Escucho la radio de madrugada: desconocidos que llaman y dicen justo lo que hacía falta.',
      'En la cocina tengo una radio vieja que coge dos emisoras, las dos estupendas.',
      'A la televisión prefiero la radio: deja libres las manos, y la cabeza también.',
    ],
  },
];
