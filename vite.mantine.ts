import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * The palettes of Mantine that a component, a style or the default theme names. web/app/theme.ts has
 * the accent.
 */
const usedPalettes = new Set(['dark', 'gray', 'blue', 'red', 'yellow', 'teal'])

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

/** The transitions of Mantine that a component of ours uses, mostly by default. */
const usedTransitions = new Set(['fade', 'fade-down', 'pop', 'slide-down'])

/** Leaves the unused transitions out of Mantine's table, which a bundler cannot do. */
export function slimTransitions(): Plugin {
  return {
    name: 'slim-transitions',
    apply: 'build',
    transform: {
      filter: { id: /Transition[\\/]transitions\.mjs$/ },
      handler(code) {
        const slim = code.replaceAll(
          /^\t"?([\w-]+)"?: \{\n[^]*?^\t\},?\n/gm,
          (transition, name: string) => (usedTransitions.has(name) ? transition : ''),
        )
        if (slim === code) this.error('the transitions of Mantine were not found')
        return { code: slim, map: null }
      },
    },
  }
}

/** Parts that no component of ours uses, by the file of Mantine that adds them to another part. */
const unusedParts: Record<string, RegExp> = {
  'Button.mjs': /\bButtonGroup(Section)?\b/,
  'Loader.mjs': /\bBars\b/,
}

/** Leaves unused parts of components out, which a bundler cannot do. */
export function slimParts(): Plugin {
  return {
    name: 'slim-parts',
    apply: 'build',
    transform: {
      filter: { id: /components[\\/](Button|Loader)[\\/](Button|Loader)\.mjs$/ },
      handler(code, id) {
        const unused = unusedParts[basename(id)]
        const lines = code.split('\n')
        const slim = lines.filter((line) => !unused?.test(line))
        if (slim.length === lines.length) this.error(`the unused parts of ${id} were not found`)
        return { code: slim.join('\n'), map: null }
      },
    },
  }
}
