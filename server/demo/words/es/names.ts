import type { Words } from '../words.ts';

/** Names by the years in which they were given. */
export const names: Words['names'] = {
  female: {
    young: `Lucía Paula Laura Marta Alba Sara Andrea Irene Claudia Cristina Carla Nerea Noelia Julia Elena Ana Sofía Carlota
      Aitana Inés Alicia Ángela Natalia Rocío Celia Miriam Sandra Patricia Blanca Raquel Lorena Adriana Clara Marina Eva
      Ariadna Candela Violeta`,
    middle: `Mónica Sonia Silvia Susana Yolanda Beatriz Nuria Eva Raquel Vanesa Esther Gemma Olga Verónica Ruth Sandra
      Noemí Virginia Elisa Belén Inma Almudena Rebeca Leticia Marga Lidia Paloma Miriam Natividad Tamara Cristina
      Estefanía Amparo Arantxa Begoña Marisol Fátima Isabel`,
    older: `Carmen Pilar Dolores Mercedes Rosario Concha Lola Charo Encarna Teresa Rosa Maribel Inmaculada Paqui Toñi
      Milagros Ángeles Consuelo Josefa Manoli Mari Trini Asunción Elvira Matilde Pepa Lourdes Juana Remedios Gloria
      Victoria Amalia Emilia Aurora Soledad Chelo Margarita Julia`,
  },
  male: {
    young: `Pablo Álvaro Sergio Adrián Javier Daniel Alejandro Carlos Jorge Rubén Iván Mario Diego Víctor Guillermo Hugo
      Marcos Raúl Nicolás Samuel Ignacio Gonzalo Rodrigo Jaime Bruno Aarón Saúl Héctor Gabriel Lucas`,
    middle: `David Óscar Roberto Alberto Fernando Miguel Andrés Ángel César Ricardo Eduardo Ismael Santiago Joaquín Félix
      Domingo Tomás Emilio Gerardo Esteban Lorenzo Agustín Íñigo Borja Germán Rafael Luis Nacho Quique`,
    older: `Antonio José Manuel Francisco Juan Paco Pepe Vicente Julián Ramón Enrique Alfonso Eugenio Gregorio Ernesto
      Salvador Felipe Mariano Benito Anselmo Fermín Isidro Leandro Arturo Ginés Marcelino Aurelio Nicasio Tino Chema`,
  },
  regional: {
    Cataluña: { female: 'Montse Mireia Núria Laia Meritxell Anna', male: 'Jordi Oriol Pere Marc Xavi Arnau' },
    'País Vasco': {
      female: 'Ainhoa Amaia Itziar Leire Nekane Maite',
      male: 'Iker Aitor Mikel Ander Gorka Jon',
    },
    Galicia: { female: 'Uxía Sabela Noa Maruxa Antía Carme', male: 'Brais Xoán Anxo Breixo Xurxo Manolo' },
    Navarra: { female: 'Leyre Idoia Uxue Saioa Maider', male: 'Fermín Xabier Patxi Eneko Unai' },
    'Comunidad Valenciana': {
      female: 'Empar Desamparados Mavi Neus Àngels',
      male: 'Vicent Ximo Voro Toni Rafa',
    },
    'Islas Baleares': { female: 'Aina Xisca Catalina Margalida Joana', male: 'Tomeu Biel Miquel Xisco Toni' },
    Canarias: { female: 'Candelaria Yaiza Guacimara Nayra Idaira', male: 'Airam Yeray Ayoze Jonay Echedey' },
    Andalucía: {
      female: 'Macarena Triana Reyes Esperanza Setefilla',
      male: 'Curro Rafael Fali Manolo Joselito',
    },
    Aragón: { female: 'Pilar Jara Loreto Orosia Blanca', male: 'Chorche Lorién Valero Indalecio Fernando' },
    Asturias: { female: 'Covadonga Xana Saray Olaya Deva', male: 'Pelayo Nel Xuan Efrén Tino' },
  },
};
