import { type ReactNode, createElement, useMemo } from 'react';
import { Link } from 'react-router';
import { type Shown, readHouseHtml } from './house-html.ts';

const className = 'font-semibold text-primary-text underline underline-offset-4';
const look = 'space-y-2.5 [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5';

/** The words of the house, drawn anew from the few things that are allowed in them. */
export function HouseWords({ html }: { html: string }) {
  const parts = useMemo(() => readHouseHtml(html), [html]);
  return createElement('div', { className: look }, ...parts.map(draw));
}

function draw(part: Shown): ReactNode {
  if (typeof part === 'string') return part;
  const children = part.children.map(draw);
  if ('tag' in part) return createElement(part.tag, null, ...(part.tag === 'br' ? [] : children));
  const { href } = part;
  if (href.startsWith('/')) return createElement(Link, { to: href, className }, ...children);
  const elsewhere = { href, className, target: '_blank', rel: 'noopener noreferrer' };
  return createElement('a', elsewhere, ...children);
}
