interface Point {
  month: string;
  value: number | null;
  /** The value in words. */
  text: string;
}

type SparklineProps = {
  title: string;
  headings: { month: string; value: string };
  points: readonly Point[];
};

const WIDTH = 320;
const HEIGHT = 64;
const EDGE = 5;

/** A small line of a year. A screen reader gets the same as a table. */
export function Sparkline({ title, headings, points }: SparklineProps) {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = (WIDTH - 2 * EDGE) / Math.max(1, points.length - 1);
  const places = points.flatMap(({ month, value, text }, index) =>
    value === null ? [] : [{ month, text, x: EDGE + index * step, y: heightOf(value, low, high) }],
  );
  const last = places.at(-1);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden="true"
        className="h-16 w-80 max-w-full text-primary-line"
      >
        <polyline
          points={places.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {last && <circle cx={last.x} cy={last.y} r="4" fill="currentColor" />}
      </svg>
      <figcaption className="mt-1 text-xs text-muted">{title}</figcaption>
      {/* A table itself would be as wide as its words. */}
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{headings.month}</th>
              <th scope="col">{headings.value}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ month, text }) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** From the foot to the head of the picture; in the middle where nothing changes. */
function heightOf(value: number, low: number, high: number): number {
  const share = high === low ? 0.5 : (value - low) / (high - low);
  return HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE);
}
