import type { Passion } from '../words.ts';

export const outdoors: readonly Passion[] = [
  {
    about: ['Un huerto, dos manos, mucha paciencia', 'Cavo mal, pero los tomates no lo notan'],
    text: [
      'Tengo un trocito de huerto que me mantiene con los pies en la tierra, literalmente.',
      'Este año perdí con los caracoles y gané con los calabacines: aún me quedan, si quieres.',
      'En el huerto aprendí lo más difícil: que no por tirar de la hierba crece antes.',
    ],
  },
  {
    about: ['Antes un sendero que una autopista', 'En el monte hasta el silencio sabe bien'],
    text: [
      'En cuanto puedo, subo: mochila ligera, bocadillo pesado y el móvil en el fondo.',
      'En la montaña ando despacio y me paro mucho. Digo que es por las vistas.',
      'He dormido en muchos refugios: de todos recuerdo la sopa, de pocos la cumbre.',
    ],
  },
  {
    about: ['La playa me gusta cuando se van todos', 'Mar de invierno, bufanda larga, paso lento'],
    text: [
      'El mar lo prefiero en noviembre, cuando se queda para quien lo quiere de verdad.',
      'Necesito ver el agua al menos una vez al mes; si no, se me encogen los pensamientos.',
      'Nado poco y miro mucho: si hay un espigón, ando hasta la punta y vuelvo con la cabeza más ligera.',
    ],
  },
  {
    about: ['Cuatro largos, dos ideas, una ducha caliente', 'Nado para no ir corriendo detrás de las cosas'],
    text: [
      'Nado tres veces por semana, no por ganar nada: debajo del agua no suena el teléfono.',
      'Aprendí a nadar de mayor. Desde entonces sé que casi nunca es tarde.',
      'En la piscina tengo una calle favorita y unos amigos con gorro a los que fuera no reconozco.',
    ],
  },
  {
    about: ['Dos ruedas y ninguna prisa', 'Cuesta arriba me quejo, cuesta abajo canto'],
    text: [
      'Voy en bici despacio, con paradas no autorizadas delante de cada panadería.',
      'Los domingos pedaleo junto al río y siempre vuelvo con algo que contar.',
      'Mi bicicleta roja tiene más años que marchas, y aun así me ha llevado más lejos de lo previsto.',
    ],
  },
  {
    about: ['Corro despacio, pero llego', 'Corro para merecerme el desayuno'],
    text: [
      'Corro al amanecer, con lentitud y con dignidad: me adelanta hasta un señor con un teckel.',
      'Corrí una media maratón y llegué cuando recogían las vallas. La medalla es la misma.',
      'Correr me ayuda a decidir: lo mejor se me ha ocurrido entre el cuarto y el quinto kilómetro.',
    ],
  },
  {
    about: ['Sevillanas por gusto, agujetas por sorpresa', 'Bailo para decir las cosas sin decirlas'],
    text: [
      'Voy a clases de baile desde hace dos años: sobre todo he aprendido a escuchar a quien tengo delante.',
      'Los jueves bailo. Piso algún pie, pido perdón y vuelvo a empezar.',
      'Bailar me enseñó que también se puede ir hacia atrás con elegancia.',
    ],
  },
  {
    about: [
      'En las verbenas me encuentras junto a la orquesta',
      'Si suena un pasodoble, no sé quedarme {sentado|sentada}',
    ],
    text: [
      'En las fiestas del pueblo soy quien saca a bailar a los que dijeron que no.',
      'El pasodoble me lo enseñó mi padre en la cocina, entre la nevera y la mesa: todavía giro en pequeño.',
      'Me gustan las bombillas de colores y las orquestas que tocan como si siempre fuera agosto.',
    ],
  },
  {
    about: ['Canto en un coro, segunda fila', 'Media voz, corazón entero'],
    text: [
      'Canto en un coro desde hace años: por mi cuenta desafino, entre cuarenta somos preciosos.',
      'Los martes tengo ensayo y los miércoles tarareo sin darme cuenta.',
      'En el coro entendí que respirar a la vez ya es media amistad.',
    ],
  },
  {
    about: ['Última fila, créditos hasta el final', 'Voy al cine aunque haga buen tiempo'],
    text: [
      'En el cine me quedo hasta que acaban los créditos: alguien tiene que leer esos nombres.',
      'Tengo pasión por las comedias en blanco y negro, donde todos contestan a la primera.',
      'Los miércoles voy al cine por mi cuenta. Es un placer; lo de después, en cambio, pide compañía.',
    ],
  },
  {
    about: ['Abono de teatro, fila barata, ojos grandes', 'En el teatro me emociono antes del telón'],
    text: [
      'Tengo abono de teatro desde hace años: cambian las compañías, no mi vecina de los caramelos.',
      'Actúo en un grupo de aficionados. Suelo hacer de quien abre la puerta y anuncia a los demás.',
      'Me gusta el instante en que se apagan las luces y nadie sabe aún cómo va a salir.',
    ],
  },
  {
    about: ['Fotografío bancos vacíos y manos', 'Busco la luz de las ocho de la tarde'],
    text: [
      'Fotografío bancos, rótulos y ropa tendida: las cosas que se quedan quietas esperándome.',
      'Encontré una cámara de carrete. Veinticuatro fotos obligan a mirar bien.',
      'Madrugo por la luz; de las fotos guardo una de cada cien, de la mañana todo.',
    ],
  },
  {
    about: ['Viajo en tren, lado ventanilla', 'Regionales, transbordos y bocadillo de tortilla'],
    text: [
      'Viajo en tren siempre que puedo: se llega tarde y se piensa bien.',
      'Mi último viaje fueron seis trenes regionales. En avión era una hora, y me habría perdido lo mejor.',
      'Cada año elijo una estación donde no baja casi nadie, y bajo.',
    ],
  },
  {
    about: ['Colecciono pueblos, uno al mes', 'Si hay plaza y bar, me quedo'],
    text: [
      'Un domingo al mes salgo sin plan y como donde haya mantel de cuadros.',
      'Me gustan los pueblos donde te preguntan de quién eres aunque vengas de lejos.',
      'Tengo un mapa con chinchetas: verdes donde quiero volver, amarillas donde comí bien. Casi todas coinciden.',
    ],
  },
  {
    about: ['Rastros, lámparas torcidas y gangas dudosas', 'Compro sillas sueltas: ya harán familia'],
    text: [
      'Los domingos voy al rastro y vuelvo con algo que no hacía falta y ahora sí.',
      'Tengo seis tazas, todas distintas: los invitados eligen, y por la elección sé muchas cosas.',
      'Regateo por deporte y luego pago el precio entero, porque el vendedor me ha contado su vida.',
    ],
  },
  {
    about: ['Miro hacia arriba en cuanto oscurece', 'Un telescopio y muchas mantas'],
    text: [
      'Tengo un telescopio en la azotea: la primera vez que vi Saturno llamé a todo el mundo.',
      'En agosto subo al monte a contar estrellas fugaces. El récord son veintiuna; me quedé sin deseos.',
      'Me gustan las noches claras y la gente a la que no le asusta estar un rato en silencio.',
    ],
  },
  {
    about: ['En octubre me encuentras en el bosque', 'Busco setas, encuentro sobre todo hojas'],
    text: [
      'En otoño me voy al bosque: casi siempre vuelvo con cuatro castañas y la cabeza despejada.',
      'Conozco un sitio de níscalos que no pienso revelar antes del tercer mes de conversación.',
      'Me gusta el olor del monte después de llover; si se pudiera embotellar, sería mi colonia.',
    ],
  },
  {
    about: ['Moto vieja, carreteras secundarias', 'Curvas pequeñas, casco grande'],
    text: [
      'Tengo una moto de otra época y la conduzco con prudencia de otra época.',
      'En verano voy por nacionales y paro en cada mirador: tardo el doble y recuerdo el triple.',
      'Desmonté la moto en el garaje y la volví a montar: sobraron dos tornillos, y anda igual.',
    ],
  },
  {
    about: ['Vela cuando hay viento, charla cuando no', 'Sé hacer seis nudos y deshacer uno'],
    text: [
      'Navego con amigos que saben más que yo: me encargo de la escota y de la moral.',
      'El viento no se manda: lo aprendí en el barco y me sirve sobre todo en tierra.',
      'Pasé una noche fondead{o|a} bajo la luna y desde entonces mido así las buenas noches.',
    ],
  },
  {
    about: ['Los sábados echo una mano', 'Voluntariado y buen calzado'],
    text: [
      'Los sábados por la mañana estoy en un comedor social: pico verdura y escucho historias.',
      'Leo en voz alta en una residencia de mayores: el público más sincero que existe.',
      'Soy {voluntario|voluntaria} en protección civil. Me ha enseñado qué es urgente y qué no.',
    ],
  },
  {
    about: ['Me paro a leer las placas de las calles', 'Museos pequeños, vigilantes habladores'],
    text: [
      'Me encantan los museos pequeños, esos donde el vigilante te cuenta más que la guía.',
      'Me quedo mirando las casas viejas: ¿quién vivió ahí, quién eligió ese verde para los postigos?',
      'Leo libros de historia como si fueran policíacos, aunque ya sepa quién fue.',
    ],
  },
  {
    about: ['Fútbol los domingos, afonía los lunes', 'Sufro por un club de provincias'],
    text: [
      'Voy al campo con los mismos desde los doce años; de los goles recuerdo sobre todo los abrazos.',
      'Sigo a un club de provincias: pocas alegrías, pero las conocemos a todas por su nombre.',
      'Del fútbol me gusta el antes y el después: el viaje, el bocadillo, los lamentos bien argumentados.',
    ],
  },
  {
    about: ['Flamenco bajito y luces tenues', 'Una guitarra y se me pasa todo'],
    text: [
      'Hay una peña pequeña donde los jueves alguien canta: es mi idea del lujo.',
      'Al flamenco llegué tarde: hay que dejar de esperar el estribillo.',
      'Me gusta quien sabe improvisar, con un instrumento o con lo que quede en la nevera.',
    ],
  },
  {
    about: ['Zarzuela en la ducha, ópera en el gallinero', 'Lloro siempre en la misma aria'],
    text: [
      'La ópera me la pegó una tía: cantaba Verdi en la cocina y se le quemaba el asado.',
      'Voy al gallinero, donde se oye mejor y se discute más.',
      'Me gustan las historias en las que uno se declara a pleno pulmón; en la vida me basta con menos.',
    ],
  },
  {
    about: ['Camino por etapas, con ampollas y sin prisa', 'Hice el Camino y aún lo voy contando'],
    text: [
      'Hice el Camino en tres veranos: llegué con los pies rotos y la cabeza nueva.',
      'Ando mucho y sin auriculares: los pueblos se oyen antes de verse.',
      'De cada caminata larga traigo una piedra y un nombre. Los nombres los guardo mejor.',
    ],
  },
];
