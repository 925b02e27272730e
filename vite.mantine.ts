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

/** Code that no component of ours reaches, by the file of Mantine that has it. */
const unusedCode: Record<string, RegExp[]> = {
  'Button.mjs': [/^.*\bButtonGroup(?:Section)?\b.*\n/gm],
  'Loader.mjs': [/^.*\bBars\b.*\n/gm],
  // The variants "white" and "gradient". The import of getGradient stays: Mantine's modules import
  // each other in a circle, and the order in which they run follows the imports.
  'default-variant-colors-resolver.mjs': [
    /^\tif \(variant === "white"\) \{\n[^]*?^\t\}\n/gm,
    /^\tif \(variant === "gradient"\) return \{\n[^]*?^\t\};\n/gm,
  ],
  // Virtual colors, which are another color in each scheme.
  'default-css-variables-resolver.mjs': [
    /^\t\tif \(isVirtualColor\(value\)\) \{\n[^]*?^\t\t\}\n/gm,
  ],
  'get-css-color-variables.mjs': [/^(\t+)return \{\n\1\t\[`[^`]*-0`\][^]*?^\1\};\n/gm],
}

/** Leaves unused code out of Mantine's files, which a bundler cannot do. */
export function slimParts(): Plugin {
  return {
    name: 'slim-parts',
    apply: 'build',
    transform: {
      filter: {
        id: /@mantine[\\/]core[\\/].*[\\/](Button|Loader|default-[\w-]+-resolver|get-css-color-variables)\.mjs$/,
      },
      handler(code, id) {
        let slim = code
        for (const unused of unusedCode[basename(id)] ?? []) {
          const rest = slim.replaceAll(unused, '')
          if (rest === slim) this.error(`the unused code of ${id} was not found: ${unused}`)
          slim = rest
        }
        return { code: slim, map: null }
      },
    },
  }
}
