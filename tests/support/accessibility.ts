import axe from 'axe-core'
import { expect } from 'vitest'

/** The rules of the browser tests, less those that need a layout or style sheets. */
const rules = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: Object.fromEntries(
    ['color-contrast', 'target-size'].map((rule) => [rule, { enabled: false }]),
  ),
  resultTypes: ['violations' as const],
}

/**
 * Asserts that axe finds nothing in a part of the rendered app: roles, names and structure. The
 * browser tests check colors and sizes.
 */
export async function expectNoViolations(part: HTMLElement): Promise<void> {
  const { violations } = await axe.run(part, rules)
  expect(
    violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' | ')}`),
  ).toEqual([])
}
