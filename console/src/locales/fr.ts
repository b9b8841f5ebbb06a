export const texts = import.meta.glob<object>('./fr/*.json', { eager: true, import: 'default' });
