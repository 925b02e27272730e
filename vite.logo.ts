import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The colors of the logo in its file, and where a page takes the colors of the team from. */
const teamColors = { '#F2AE43': '--accent', '#2B1D00': '--accent-ink' }

/**
 * Puts the logo of web/public/favicon.svg into the page as the symbol that the outline and
 * LogoMark.tsx show.
 */
export function logoSymbol(): Plugin {
  return {
    name: 'logo-symbol',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        let logo = readFileSync(new URL('web/public/favicon.svg', import.meta.url), 'utf8').trim()
        for (const [color, variable] of Object.entries(teamColors))
          logo = logo.replaceAll(color, `var(${variable}, ${color})`)
        const symbol = logo
          .replace('<svg xmlns="http://www.w3.org/2000/svg"', '<symbol id="logo"')
          .replace('</svg>', '</symbol>')
        return html.replace('<!-- logo -->', `<svg style="display: none">${symbol}</svg>`)
      },
    },
  }
}
