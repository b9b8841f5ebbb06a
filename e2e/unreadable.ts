/**
 * Runs in the page, and so has everything it needs within itself: what a person cannot read or cannot press there, in
 * sentences. Where a dialog or a menu is open it looks at that alone, as what is below is out of reach.
 */
export function findUnreadable(): string[] {
  /** Fewer letters than these do not say what was cut off. */
  const LEAST_LETTERS = 8;
  /** A word that is broken has at least so many letters in each of its lines. */
  const LEAST_IN_LINE = 3;
  /** Half a pixel on each side is the rounding of layouts. */
  const SLACK = 1.5;
  const MOST_SHOWN = 12;

  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=radio], [role=switch], [role=menuitem]';
  const found = new Set<string>();
  const root = document.documentElement;
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].filter(
    isShown,
  );
  const scope = dialogs.at(-1) ?? document.body;
  const styles = new Map<Element, CSSStyleDeclaration>();

  function styleOf(element: Element): CSSStyleDeclaration {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  }

  function isShown(element: Element): boolean {
    return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }

  function* ancestorsOf(element: Element): Generator<Element> {
    for (let one: Element | null = element; one && one !== root; one = one.parentElement) yield one;
  }

  /** What only screen readers get is cut down to a pixel, or to nothing. */
  function isSpokenOnly(element: Element): boolean {
    return [...ancestorsOf(element)].some((one) => {
      const { width, height } = one.getBoundingClientRect();
      const { overflowX, clipPath } = styleOf(one);
      return clipPath === 'inset(50%)' || (width <= 1 && height <= 1 && overflowX !== 'visible');
    });
  }

  /** What has to be paid for stands behind a veil, and other letters there. */
  const isVeiled = (element: Element) =>
    [...ancestorsOf(element)].some((one) => styleOf(one).filter.includes('blur'));

  const short = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 40);

  function nameOf(element: Element): string {
    const labels = 'labels' in element ? [...(element.labels as NodeListOf<HTMLElement> | [])] : [];
    const labelledBy = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
    const words = [
      element.getAttribute('aria-label'),
      labelledBy?.textContent,
      labels[0]?.textContent,
      element.textContent,
      element.getAttribute('title') ?? element.getAttribute('placeholder') ?? element.getAttribute('alt'),
    ];
    const kind =
      element.getAttribute('role') ?? (element instanceof HTMLAnchorElement ? 'link' : element.localName);
    return `${kind} “${short(words.find((text) => text?.trim()) ?? '')}”`;
  }

  /** Tables in a frame of their own, rows of tabs, and what snaps from picture to picture, may be moved sideways. */
  function mayScrollSideways(element: Element): boolean {
    const { overflowX, scrollSnapType } = styleOf(element);
    if (overflowX !== 'auto' && overflowX !== 'scroll') return false;
    const holds = ':has(> table), :has(> * > table), pre, [role=tablist], :has(> [role=tablist])';
    return scrollSnapType.startsWith('x') || element.matches(`[class*=overflow-x-auto], ${holds}`);
  }

  const isSticky = (element: Element) =>
    [...ancestorsOf(element)].some((one) => /fixed|sticky/.test(styleOf(one).position));

  /** Every piece of text that can be seen, with the boxes of its lines. */
  const texts: { node: Text; box: Element; lines: DOMRect[] }[] = [];
  const range = document.createRange();

  function linesOf(node: Text, from = 0, to = node.length): DOMRect[] {
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  }

  function gatherTexts(): void {
    const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const box = node.parentElement;
      // What is inert lies under something else until it is its turn.
      if (!box || !node.data.trim() || box.closest('svg, noscript, script, style, [inert]')) continue;
      if (!isShown(box) || isSpokenOnly(box) || isVeiled(box)) continue;
      const lines = linesOf(node);
      if (lines.length > 0) texts.push({ node, box, lines });
    }
  }

  /** Tells of each element alone that sticks out by itself, and not of all that it holds. */
  function findWidth(): void {
    const excess = root.scrollWidth - root.clientWidth;
    if (scope === document.body && excess > SLACK) found.add(`the page is ${Math.round(excess)} px too wide`);
    for (const element of [scope, ...scope.querySelectorAll('*')]) {
      const { overflowX } = styleOf(element);
      if (overflowX !== 'auto' && overflowX !== 'scroll') continue;
      const more = element.scrollWidth - element.clientWidth;
      if (more > SLACK && !mayScrollSideways(element) && isShown(element) && !isSpokenOnly(element))
        found.add(`${nameOf(element)} has to be moved sideways by ${Math.round(more)} px`);
    }
  }

  /** How many letters of a text stand within a box. */
  function lettersWithin({ node, lines }: (typeof texts)[number], box: DOMRect, dots: number): number {
    if (lines.every((line) => line.right <= box.right + SLACK && line.bottom <= box.bottom + line.height / 4))
      return node.length;
    let count = 0;
    for (let at = 0; at < Math.min(node.length, 60); at += 1) {
      const [letter] = linesOf(node, at, at + 1);
      if (!letter) count += 1;
      else if (letter.right <= box.right - dots + SLACK && letter.bottom <= box.bottom + letter.height / 4)
        count += 1;
      else break;
    }
    return count;
  }

  function findCut(text: (typeof texts)[number]): void {
    const { node, box, lines } = text;
    const name = short(node.data);
    const size = Number.parseFloat(styleOf(box).fontSize);
    let framed = false;
    for (const one of ancestorsOf(box)) {
      const style = styleOf(one);
      if (style.display === 'inline' || style.display === 'contents') continue;
      const outer = one.getBoundingClientRect();
      if (mayScrollSideways(one)) return;
      const inner = {
        left: outer.left + one.clientLeft,
        right: outer.left + one.clientLeft + one.clientWidth,
        top: outer.top + one.clientTop,
        bottom: outer.top + one.clientTop + one.clientHeight,
      };
      const pastSide = lines.some(
        ({ left, right }) => left < inner.left - SLACK || right > inner.right + SLACK,
      );
      const pastEnd = lines.some(
        ({ top, bottom, height }) => top < inner.top - height / 4 || bottom > inner.bottom + height / 4,
      );
      const hidesSide = /hidden|clip/.test(style.overflowX);
      const hidesEnd = /hidden|clip/.test(style.overflowY);
      if ((pastSide && hidesSide) || (pastEnd && hidesEnd)) {
        const isShortened = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const shown = isShortened
          ? lettersWithin(text, outer, style.textOverflow === 'ellipsis' ? size : 0)
          : 0;
        if (!isShortened) found.add(`the text “${name}” is cut off by ${nameOf(one)}`);
        else if (shown < Math.min(LEAST_LETTERS, node.data.trim().length))
          found.add(`of the text “${name}” only ${shown} letters are shown`);
        return;
      }
      // Scrolled to, it is within; whether it can be is looked at with the scroller.
      if (/auto|scroll/.test(style.overflowY)) return;
      const isFrame =
        !/^rgba\(.*, 0\)$|^transparent$/.test(style.backgroundColor) ||
        Number.parseFloat(style.borderLeftWidth) > 0;
      if (!framed && isFrame && (pastSide || pastEnd))
        found.add(`the text “${name}” leaves its frame ${nameOf(one)}`);
      framed ||= isFrame;
    }
    if (lines.some(({ left, right }) => left < -SLACK || right > root.clientWidth + SLACK))
      found.add(`the text “${name}” lies beyond the edge of the window`);
  }

  /** How many boxes stand in each line. */
  function countTops(boxes: readonly DOMRect[]): number[] {
    const lines = new Map<number, number>();
    for (const { top } of boxes) lines.set(Math.round(top), (lines.get(Math.round(top)) ?? 0) + 1);
    return [...lines.values()];
  }

  /** Addresses may break anywhere: they are no words. */
  function findBroken({ node }: (typeof texts)[number]): void {
    for (const { 0: run, index: start } of node.data.matchAll(/\S+/gu)) {
      if (/[@/]|\w\.\w/.test(run)) continue;
      for (const { 0: word, index } of run.matchAll(/[\p{L}\p{N}]+/gu)) {
        const from = start + index;
        if (countTops(linesOf(node, from, from + word.length)).length < 2) continue;
        const letters = Array.from(word, (_, at) => linesOf(node, from + at, from + at + 1)).flat();
        const counts = countTops(letters);
        if (Math.min(...counts) < LEAST_IN_LINE)
          found.add(`the word “${word}” is broken into ${counts.length} lines`);
      }
    }
  }

  /** What is left of a line within all that cuts or scrolls it. */
  function leftOf(line: DOMRect, box: Element): DOMRect | null {
    let { left, top, right, bottom } = line;
    for (const one of ancestorsOf(box)) {
      const { overflowX, overflowY, display } = styleOf(one);
      if (display === 'inline' || display === 'contents') continue;
      const outer = one.getBoundingClientRect();
      if (overflowX !== 'visible') [left, right] = [Math.max(left, outer.left), Math.min(right, outer.right)];
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, outer.top), Math.min(bottom, outer.bottom)];
    }
    return left < right && top < bottom ? new DOMRect(left, top, right - left, bottom - top) : null;
  }

  /** Texts that lie over one another, of those that move together. */
  function findOverlaps(): void {
    const flat = texts.flatMap(({ node, box, lines }) => {
      const sticky = isSticky(box);
      const left = lines.map((line) => leftOf(line, box)).filter((line) => line !== null);
      return left.map((line) => ({ node, box, line, sticky }));
    });
    flat.sort((one, other) => one.line.top - other.line.top);
    for (const [index, one] of flat.entries())
      for (let at = index + 1; at < flat.length; at += 1) {
        const other = flat[at]!;
        if (other.line.top >= one.line.bottom) break;
        if (one.node === other.node || one.sticky !== other.sticky) continue;
        const width = Math.min(one.line.right, other.line.right) - Math.max(one.line.left, other.line.left);
        const height = Math.min(one.line.bottom, other.line.bottom) - other.line.top;
        const least = Math.min(one.line.height, other.line.height);
        if (width > SLACK && height > least / 3)
          found.add(
            `the texts “${short(one.node.data)}” and “${short(other.node.data)}” lie over each other`,
          );
      }
  }

  function hitAt({ left, top, width, height }: DOMRect): Element | null {
    return document.elementFromPoint(left + width / 2, top + height / 2);
  }

  /** What is drawn over a point: a link that is stretched over its card covers nothing. */
  function isDrawnAt(element: Element, { left, top, width, height }: DOMRect): boolean {
    const [x, y] = [left + width / 2, top + height / 2];
    const within = [...element.getClientRects()].some(
      (box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
    );
    if (!within || !isShown(element)) return false;
    const { backgroundColor, backgroundImage } = styleOf(element);
    const isFilled = !/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor) || backgroundImage !== 'none';
    return isFilled || element.matches('img, video, canvas, svg, svg *');
  }

  function scrollTo(element: Element): void {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  }

  function findCovered({ node, box }: (typeof texts)[number]): void {
    const firstLine = () => linesOf(node).map((line) => leftOf(line, box))[0] ?? undefined;
    const isClear = (line: DOMRect | undefined) => {
      const hit = line && hitAt(line);
      if (!line || !hit) return false;
      return box.contains(hit) || hit.contains(box) || !isDrawnAt(hit, line);
    };
    if (isClear(firstLine())) return;
    scrollTo(box);
    const again = firstLine();
    if (!again || isClear(again)) return;
    const hit = hitAt(again);
    if (hit) found.add(`${nameOf(hit)} lies over the text “${short(node.data)}”`);
  }

  function findUnpressable(): void {
    for (const control of scope.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!isShown(control) || control.closest('[inert], [aria-hidden=true], [hidden]')) continue;
      if (styleOf(control).pointerEvents === 'none' || isSpokenOnly(control)) continue;
      const label = control.closest('label');
      const reaches = (hit: Element | null) =>
        hit !== null && (control.contains(hit) || label?.contains(hit) === true);
      const boxes = () =>
        [...control.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      const isReached = () => boxes().some((box) => reaches(hitAt(box)));
      if (boxes().length === 0) continue;
      if (!isReached()) scrollTo(control);
      const [left, right] = [
        Math.min(...boxes().map((box) => box.left)),
        Math.max(...boxes().map((box) => box.right)),
      ];
      const beyond = Math.max(-left, right - root.clientWidth);
      if (beyond > SLACK)
        found.add(`${nameOf(control)} lies ${Math.round(beyond)} px beyond the edge of the window`);
      else if (!isReached()) {
        const hit = hitAt(boxes()[0]!);
        found.add(`${nameOf(control)} cannot be pressed: ${hit ? nameOf(hit) : 'nothing'} is there`);
      }
    }
  }

  // What is far below is laid out as well, though the browser would wait until it comes near.
  const sheets = document.adoptedStyleSheets;
  const layout = new CSSStyleSheet();
  layout.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets = [...sheets, layout];

  const start = [window.scrollX, window.scrollY] as const;
  window.scrollTo({ top: 0, behavior: 'instant' });
  gatherTexts();
  findWidth();
  for (const text of texts) {
    findCut(text);
    findBroken(text);
  }
  findOverlaps();
  for (const text of texts) findCovered(text);
  findUnpressable();
  window.scrollTo({ left: start[0], top: start[1], behavior: 'instant' });
  document.adoptedStyleSheets = sheets;
  return [...found].slice(0, MOST_SHOWN);
}
