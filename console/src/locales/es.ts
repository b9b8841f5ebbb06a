export const texts = import.meta.glob<object>('./es/*.json', { eager: true, import: 'default' });
