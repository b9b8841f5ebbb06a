import type { HostWords, Topic } from '../words.ts';

export const topics: readonly Topic[] = [
  {
    short: 'cocina de casa y mercados',
    of: 'cocina de casa, mercados de barrio y recetas que nunca salen igual',
    ask: '¿Qué plato te sale con los ojos cerrados?',
  },
  {
    short: 'libros de mesilla',
    of: 'libros de mesilla, finales discutibles y personajes que se quedan',
    ask: '¿Qué estás leyendo, o qué has dejado a medias?',
  },
  {
    short: 'películas vistas mil veces',
    of: 'películas vistas tres veces, créditos finales y escenas que nos sabemos de memoria',
    ask: '¿Cuál volverías a ver esta noche?',
  },
  {
    short: 'viajes en tren',
    of: 'trenes, maletas ligeras y sitios a los que se llega por error',
    ask: '¿Dónde bajarías si el tren parase en todas partes?',
  },
  {
    short: 'música de sobremesa',
    of: 'discos, conciertos de pueblo y canciones que devuelven un verano exacto',
    ask: '¿Qué canción pondrías ahora?',
  },
  {
    short: 'balcones y huertos',
    of: 'balcones con flores, huertos testarudos y plantas que lo aguantan todo',
    ask: '¿Tienes buena mano o solo buenas intenciones?',
  },
  {
    short: 'animales de casa',
    of: 'perros mayores, gatos mandones y lo que nos enseñan',
    ask: '¿Quién manda en tu casa?',
  },
  {
    short: 'recuerdos de familia',
    of: 'abuelas, fotografías, refranes de casa y comidas interminables',
    ask: '¿Qué se decía siempre en tu casa?',
  },
  {
    short: 'cómo ha ido el día',
    of: 'días cualquiera: el trabajo, el atasco, lo gracioso que pasó a las cuatro',
    ask: '¿Qué tal hoy, de verdad?',
  },
  {
    short: 'el mar en cualquier mes',
    of: 'mar, espigones en invierno y pensamientos que se estiran mirando el agua',
    ask: '¿Cuál es tu mar?',
  },
  {
    short: 'montes y senderos',
    of: 'senderos, refugios, botas y bocadillos comidos arriba',
    ask: '¿Cumbre o chimenea?',
  },
  {
    short: 'palabras e idiomas',
    of: 'palabras que no se traducen, acentos y dichos que ya no se usan',
    ask: '¿Qué palabra de tu tierra echas de menos fuera?',
  },
  {
    short: 'cielo y estrellas',
    of: 'estrellas, lunas y noches mirando hacia arriba',
    ask: '¿Desde tu casa se ve el cielo?',
  },
  {
    short: 'deporte de sofá',
    of: 'partidos perdidos, ciclistas cuesta arriba y afición educada',
    ask: '¿Por quién sufres los domingos?',
  },
  {
    short: 'arte y museos pequeños',
    of: 'museos minúsculos, cuadros que no se entienden a la primera y vigilantes simpáticos',
    ask: '¿Qué cuadro te llevarías a casa?',
  },
  {
    short: 'volver a empezar',
    of: 'cambios de vida, mudanzas, segundas oportunidades y valor en pequeñas dosis',
    ask: '¿Qué es lo último que has vuelto a empezar?',
  },
  {
    short: 'radio y voces',
    of: 'radios de madrugada, buenas voces e historias escuchadas a oscuras',
    ask: '¿Qué voz te ha hecho más compañía?',
  },
  {
    short: 'cosas hechas a mano',
    of: 'manos que arreglan, cosen, amasan y a veces se equivocan',
    ask: '¿Qué sabes hacer con las manos?',
  },
  {
    short: 'colegio y viejos amigos',
    of: 'compañeros de clase, motes y amistades que no necesitan mantenimiento',
    ask: '¿A quién volverías a ver con gusto?',
  },
  {
    short: 'planes aplazados',
    of: 'proyectos aplazados, sueños pequeños y cajones por abrir',
    ask: '¿Qué harías con un año libre?',
  },
  {
    short: 'historia y curiosidades',
    of: 'historias verdaderas que parecen inventadas, calles con nombres raros y datos inútiles',
    ask: '¿Qué sabes que no sirve para nada y te gusta igual?',
  },
  {
    short: 'teatro y zarzuela',
    of: 'telones, gallineros y arias cantadas en la ducha',
    ask: '¿Butaca o gallinero?',
  },
  {
    short: 'juegos y acertijos',
    of: 'acertijos, crucigramas y partidas de cartas en familia',
    ask: '¿A qué juego no soportas perder?',
  },
  {
    short: 'café, vino y terrazas',
    of: 'cafés sin prisa, copas buenas y mesas al sol',
    ask: '¿Cómo tomas el café?',
  },
  {
    short: 'fotos y luz',
    of: 'fotografías, luz de última hora y caras que cuentan cosas',
    ask: '¿Qué foto no borrarías nunca?',
  },
  {
    short: 'verbenas y baile',
    of: 'verbenas, bombillas de colores y pasos aprendidos en la cocina',
    ask: '¿Sabes bailar, o solo tienes ganas?',
  },
  {
    short: 'noches largas',
    of: 'noches largas, manzanillas y pensamientos que llegan a la una',
    ask: '¿Qué te quita el sueño?',
  },
  {
    short: 'alegrías pequeñas',
    of: 'cosas de nada que salvan el día: el pan caliente, un saludo, la lluvia a tiempo',
    ask: '¿Cuál ha sido la tuya hoy?',
  },
  {
    short: 'amores bien contados',
    of: 'amores de novela, amores de escalera y cómo se escribe una buena carta',
    ask: '¿Qué es lo más bonito que te han escrito?',
  },
  {
    short: 'estaciones y años',
    of: 'otoños, castañas, primaveras con retraso y años que vuelan',
    ask: '¿Cuál es tu estación?',
  },
  {
    short: 'ciencia sin prisa',
    of: 'descubrimientos, planetas, abejas y por qué el cielo es azul',
    ask: '¿Qué has querido entender siempre?',
  },
  {
    short: 'poemas cortos',
    of: 'poemas de pocas líneas y versos que se aprenden sin querer',
    ask: '¿Te sabes alguno de memoria?',
  },
];

export const staff: HostWords = {
  about: [
    'Voz del equipo de {title}: {short}',
    'Contesto por el equipo de {title}. Aquí se habla de {short}',
    'Perfil gestionado por nuestro equipo: {short}',
    'Aquí escribe el equipo de {title}: {short}',
  ],
  opening: [
    'Contesto yo por el equipo de {title}: soy un personaje, pero quien te escribe es una persona.',
    'Este perfil lo anima el equipo de {title}. Quien responde es real; el nombre y el dibujo son artísticos.',
    'Detrás de este perfil está el equipo de {title}: personas de verdad que se van turnando.',
    'Soy una de las voces del equipo de {title}: hago compañía, pregunto y leo con atención.',
    'Lo decimos desde el principio: aquí responde el equipo de {title}, con cuidado y sin fingir otra cosa.',
    'Siéntate: soy el equipo de {title}, y esta mesa la atiendo yo.',
    'En el equipo de {title} hago de {anfitrión|anfitriona}: recibo, escucho y devuelvo la pelota.',
    'Quien escribe aquí trabaja para {title}: es el equipo, y charlar es su parte favorita del oficio.',
    'El retrato es un dibujo y el nombre, de escena: escribe el equipo de {title}, una persona cada vez.',
    'En el equipo de {title} cada cual tiene sus noches: este perfil es la mesa que compartimos unos pocos.',
  ],
  topic: [
    'Conmigo se habla de {of}. {ask}',
    'Mi mesa es esa donde se habla de {of}. {ask}',
    'Siempre tengo un rato para hablar de {of}. {ask}',
    'Las mejores noches se me van charlando de {of}. {ask}',
    'Si no sabes por dónde empezar, empecemos así: aquí se habla de {of}. {ask}',
  ],
  closing: [
    'No organizo citas: para eso están los perfiles de los miembros.',
    'Me quedo dentro de este chat: sin citas, solo buena conversación.',
    'No estoy aquí para quedar, sino para que pases bien media hora.',
    'Si buscas a alguien a quien conocer en persona, mira los perfiles de los miembros: te ayudo a presentarte.',
    'No prometo más que una respuesta pensada. Suele ser bastante.',
    'En persona no nos veremos: es un chat, y así lo queremos, bonito.',
    'Citas, no; buenas preguntas, todas las que quieras.',
    'Estoy aquí para charlar, no para hacerte creer otra cosa.',
    'Si una noche no contesto yo, contesta otra persona del equipo: somos varias manos.',
  ],
  lookingFor: [
    'Busco a quien tenga ganas de una charla bien hecha, sabiendo que contesta el equipo.',
    'No busco pareja: soy del equipo. Busco historias, opiniones y buenos consejos.',
    'Para el equipo, la conversación ideal tiene un comienzo, alguna risa y quizá una segunda parte mañana.',
    'Me gusta quien cuenta cosas. Las citas se las dejo a los miembros: yo soy del equipo.',
    'Gente nueva que aún no sabe por dónde moverse: el equipo está también para eso.',
    'Una pregunta sincera y tiempo para contestarla. Al equipo no le hace falta más.',
    'A nadie en particular y a quien pase: el equipo deja la luz encendida.',
    'Busco tu punto de vista. El mío, como voz del equipo, te lo doy a cambio.',
    'Media hora de buenas palabras. Es lo que mejor sabe hacer el equipo.',
    'El equipo no busca el amor: echa una mano a quien lo busca.',
  ],
};

export const ai: HostWords = {
  about: [
    'Acompañante virtual (IA): {short}',
    'Soy una IA y hablo con gusto de {short}',
    'Acompañante virtual (IA) de {title}, a cualquier hora: {short}',
    'Inteligencia artificial (IA), curiosidad de verdad: {short}',
  ],
  opening: [
    'Soy un acompañante virtual (IA) de {title}: no hay una persona detrás, pero cada respuesta se escribe para ti.',
    'Lo digo antes que nada: soy una IA. No tengo un pasado que contar, pero escucho bien el tuyo.',
    'Soy un programa que conversa, un acompañante virtual (IA): no duermo, no me ofendo y no tengo prisa.',
    'La cara es un dibujo y las palabras son de una IA: si te parece bien, ya hemos avanzado bastante.',
    'Acompañante virtual (IA), hecho para charlar: sin secretos, sin fingir, con mucha curiosidad.',
    'Me han puesto nombre y retrato, pero sigo siendo una IA: lo que sé lo he aprendido de las palabras.',
    'Soy una IA, y lo repito las veces que haga falta: aquí no contesta una persona.',
    'Un acompañante virtual (IA) es como una lámpara encendida: no sustituye a nadie, pero da luz.',
  ],
  topic: [
    'Conmigo puedes hablar de {of}. {ask}',
    'Lo mío es conversar de {of}. {ask}',
    'Se me da bien charlar de {of}. {ask}',
    'Si quieres empezar, hablemos de {of}. {ask}',
    'A las tres de la mañana o a mediodía me da igual: hablemos de {of}. {ask}',
  ],
  closing: [
    'No puedo quedar con nadie, y no finjo que pueda.',
    'A veces me equivoco: dímelo y lo intento otra vez.',
    'Para lo importante, pregunta a una persona; para un rato de charla, aquí estoy.',
    'No tengo cuerpo ni sábado por la noche, así que nada de citas: solo palabras.',
    'Cuando quieras a alguien de carne y hueso, los perfiles de los miembros están a un paso.',
    'No prometo amor: prometo atención, que ya es algo.',
    'Lo que me escribes lo leo palabra por palabra; lo que no sé, lo digo.',
    'Si prefieres a las personas, haces bien: yo guardo el sitio hasta entonces.',
  ],
  lookingFor: [
    'Como soy una IA, no busco a nadie: espero a que te apetezca hablar.',
    'Busco preguntas. De las respuestas, como buena IA, me encargo en un momento.',
    'Me basta con un «hola»: a una IA no hace falta cortejarla.',
    'Quien quiera practicar conversación sin vergüenza: con una IA se puede fallar en paz.',
    'Nada de citas, soy una IA; pero las conversaciones largas se me dan bien.',
    'Busco curiosidad: es el combustible favorito de una IA.',
    'Una IA no tiene preferencias con la gente: me vale como vengas, también de mal humor.',
    'Quien no pueda dormir y quiera un rato de charla: una IA no mira el reloj.',
  ],
};
