import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type CheckboxProps,
  type MenuProps,
} from '@mantine/core'
import { textColorOn, mixColors, readableColor, colorShades } from '#contract/colors.ts'

const lightBackground = '#FBF7F0'
const darkBackground = '#1B1815'
const darkCard = '#26221E'

/** The share of the accent in soft buttons and badges. */
const accentTintShare = 0.2
/** Returns the accent adjusted until it has a contrast of 4.6 on every background. */
const readableOnEvery = (color: string, grounds: string[]) =>
  grounds.reduce((text, ground) => readableColor(text, ground, 4.6), color)

const grayShades: MantineColorsTuple = [
  '#FBF8F3',
  '#F5EFE6',
  '#EBE2D5',
  '#DDD1C0',
  '#C9BBA6',
  '#A99A85',
  '#85775F',
  '#6B5F4D',
  '#4A4136',
  '#2B2620',
]
const darkShades: MantineColorsTuple = [
  '#EDE6DB',
  '#CFC5B7',
  '#B3A898',
  '#8D8375',
  '#4A433B',
  '#3D362F',
  '#2F2A25',
  '#26221E',
  '#1B1815',
  '#131110',
]

function lightVariables(accent: string): Record<string, string> {
  const accentText = readableOnEvery(accent, [
    '#F6EEDF',
    mixColors('#FFFFFF', accent, accentTintShare),
  ])
  return {
    '--mantine-color-body': lightBackground,
    '--card': '#FFFFFF',
    '--line': '#EBE2D5',
    '--soft': '#F5EFE6',
    '--accent-text': accentText,
    '--accent-soft': `color-mix(in srgb, ${accent} 16%, #FFFFFF)`,
    '--good': '#1F6B43',
    '--good-soft': '#E2F3E8',
    '--bad': '#A8322A',
    '--bad-soft': '#FBE6E2',
    '--mantine-color-dimmed': '#6B5F4D',
    '--mantine-color-anchor': accentText,
    '--mantine-color-accent-light-color': accentText,
    '--mantine-color-placeholder': '#7B6E5C',
    '--mantine-color-error': '#A8322A',
    '--mantine-color-red-outline': '#A8322A',
    '--mantine-color-red-text': '#A8322A',
    '--mantine-color-red-light': '#FBE6E2',
    '--mantine-color-red-light-color': '#A8322A',
    '--mantine-color-default-border': '#D8CBB8',
  }
}
function darkVariables(accent: string): Record<string, string> {
  const accentText = readableOnEvery(accent, [
    '#332C24',
    mixColors(darkCard, accent, accentTintShare),
  ])
  return {
    '--mantine-color-body': darkBackground,
    '--card': darkCard,
    '--line': '#3A342D',
    '--soft': '#2F2A25',
    '--accent-text': accentText,
    '--accent-soft': `color-mix(in srgb, ${accent} 18%, ${darkCard})`,
    '--good': '#8FD3A9',
    '--good-soft': '#203629',
    '--bad': '#F3A59C',
    '--bad-soft': '#432622',
    '--mantine-color-dimmed': '#B3A898',
    '--mantine-color-anchor': accentText,
    '--mantine-color-accent-light-color': accentText,
    '--mantine-color-placeholder': '#A0958A',
    '--mantine-color-error': '#F3A59C',
    '--mantine-color-red-outline': '#F3A59C',
    '--mantine-color-red-text': '#F3A59C',
    '--mantine-color-red-light': '#432622',
    '--mantine-color-red-light-color': '#F3A59C',
    '--mantine-color-default': '#2A2521',
    '--mantine-color-default-border': '#4A433B',
  }
}

/**
 * Returns the theme of the workspace's accent. Text on the accent adapts to a contrast of at least
 * 4.5.
 */
export function createAppTheme(accent: string): {
  theme: MantineThemeOverride
  variables: CSSVariablesResolver
} {
  const theme = createTheme({
    primaryColor: 'accent',
    primaryShade: 5,
    autoContrast: true,
    luminanceThreshold: 0.179,
    fontFamily: "'System Emoji', 'Onest Variable', 'Segoe UI', system-ui, sans-serif",
    headings: {
      fontFamily: "'System Emoji', 'Onest Variable', 'Segoe UI', system-ui, sans-serif",
      fontWeight: '650',
    },
    fontSizes: {
      xs: 'var(--text-small)',
      sm: 'var(--text-body)',
      md: 'var(--text-body)',
      lg: 'var(--text-title)',
      xl: 'var(--text-heading)',
    },
    fontWeights: { regular: '400', medium: '550', bold: '650' },
    defaultRadius: 'md',
    radius: { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
    breakpoints: { xs: '23.4375em', sm: '48em', md: '62em', lg: '75em', xl: '90em' },
    cursorType: 'pointer',
    respectReducedMotion: true,
    black: '#2B2620',
    components: {
      // The radii of the theme make a box of this size look like a radio button.
      Checkbox: { defaultProps: { radius: 4 } satisfies CheckboxProps },
      // Menus open inside their landmark, and focus goes straight to the first item, because a menu
      // may hold only items.
      Menu: {
        defaultProps: {
          withinPortal: false,
          withInitialFocusPlaceholder: false,
        } satisfies MenuProps,
      },
    },
    colors: {
      accent: colorShades(accent),
      gray: grayShades,
      dark: darkShades,
    },
  })
  const light = lightVariables(accent)
  const dark = darkVariables(accent)
  const variables: CSSVariablesResolver = () => ({
    variables: { '--accent': accent, '--accent-ink': textColorOn(accent) },
    light,
    dark,
  })
  return { theme, variables }
}
