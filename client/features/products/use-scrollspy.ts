import { useEffect, useState } from 'react';

/** The anchor of the section that is being looked at: the last one whose head passed the upper part of the window. */
export function useScrollspy(sections: readonly { anchor: string }[]): string | undefined {
  const [current, setCurrent] = useState(sections[0]?.anchor);
  const anchors = sections.map(({ anchor }) => anchor).join(' ');

  useEffect(() => {
    const inSight = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inSight.add(target.id);
          else inSight.delete(target.id);
        }
        const first = anchors.split(' ').find((anchor) => inSight.has(anchor));
        if (first) setCurrent(first);
      },
      { rootMargin: '-25% 0px -70% 0px' },
    );
    for (const anchor of anchors.split(' ')) {
      const section = document.getElementById(anchor);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [anchors]);

  return sections.some(({ anchor }) => anchor === current) ? current : sections[0]?.anchor;
}
