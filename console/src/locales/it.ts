export const texts = import.meta.glob<object>('./it/*.json', { eager: true, import: 'default' });
