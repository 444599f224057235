// What pictures have in common: their width, their scales, their colours and marks.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

// useWidth returns a ref for an element and the width that it has, in pixels.
export function useWidth(start = 640) {
  const ref = useRef(null);
  const [width, setWidth] = useState(start);
  useLayoutEffect(() => {
    const look = new ResizeObserver(([entry]) => setWidth(Math.max(200, Math.floor(entry.contentRect.width))));
    look.observe(ref.current);
    return () => look.disconnect();
  }, []);
  return [ref, width];
}

// ticks returns round values from 0 to most, about so many.
export function ticks(most, about) {
  if (!(most > 0)) return [0];
  const rough = most / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((s) => s >= rough);
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)));
}

// seconds returns nanoseconds as seconds.
export const seconds = (ns) => ns / 1e9;
