import type { Plugin } from 'vite'

/**
 * The palettes of Mantine that a component, a style or the default theme names. web/app/theme.ts has
 * the accent.
 */
const usedPalettes = new Set(['dark', 'gray', 'blue', 'red', 'orange', 'yellow', 'teal'])

/**
 * Leaves the unused palettes out of Mantine's theme. Their shades do not compress, and each becomes
 * a set of variables on every page.
 */
export function slimPalettes(): Plugin {
  return {
    name: 'slim-palettes',
    apply: 'build',
    transform: {
      filter: { id: /MantineProvider[\\/]default-colors\.mjs$/ },
      handler(code) {
        const slim = code.replaceAll(/^\t(\w+): \[[^\]]*\],?\n/gm, (palette, name: string) =>
          usedPalettes.has(name) ? palette : '',
        )
        if (slim === code) this.error('the palettes of Mantine were not found')
        return { code: slim, map: null }
      },
    },
  }
}
