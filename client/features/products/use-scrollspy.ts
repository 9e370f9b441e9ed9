import { useEffect, useState } from 'react';

/** How far down the window a section's head must have come up to count, as a share of its height. */
const LINE = 0.3;

/** The anchor of the section that is being looked at: the last one whose head passed the upper part of the window. */
export function useScrollspy(sections: readonly { anchor: string }[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.anchor);
  const anchors = sections.map(({ anchor }) => anchor).join(' ');

  useEffect(() => {
    const heads = anchors.split(' ').flatMap((anchor) => document.getElementById(anchor) ?? []);
    // Asked anew each time: a jump, back to the top for one, may pass many sections without touching them.
    const look = () => {
      const passed = heads.filter((head) => head.getBoundingClientRect().top < window.innerHeight * LINE);
      setCurrent((passed.at(-1) ?? heads[0])?.id);
    };
    const observer = new IntersectionObserver(look, {
      rootMargin: `-${LINE * 100 - 5}% 0px -${100 - LINE * 100}% 0px`,
    });
    for (const head of heads) observer.observe(head);
    return () => observer.disconnect();
  }, [anchors]);

  return sections.some(({ anchor }) => anchor === current) ? current : sections[0]?.anchor;
}
