/** Returns a color mixed with the text color, so that any color is visible in both schemes. */
export const visibleColor = (color: string) =>
  `color-mix(in srgb, ${color} 80%, var(--mantine-color-text))`
