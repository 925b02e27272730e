import type { Language } from '#contract/common.ts'
import i18n, { addTexts, changeLanguage, hasTexts, tagOf, type Tree } from './translate.ts'

export { tagOf }

export const languages: readonly Language[] = ['en', 'es', 'pt', 'ru', 'ua']
/** The names people look for themselves by: each in its own language. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  es: 'Español',
  pt: 'Português',
  ru: 'Русский',
  ua: 'Українська',
}
export const namespaces = [
  'common',
  'auth',
  'feed',
  'profile',
  'rewards',
  'shop',
  'giftcards',
  'settings',
  'values',
  'team',
  'account',
  'imports',
  'billing',
  'charts',
  'dashboard',
  'connections',
  'calendar',
  'emoji',
  'shell',
  'help',
  'presence',
  'leaving',
  'errors',
  'refusals',
] as const
export type Namespace = (typeof namespaces)[number]

export const currentTag = () => tagOf(i18n.language)

const kept = 'laurel.language'
const files = import.meta.glob<{ default: Tree }>(
  '../locales/*/{common,auth,feed,profile,rewards,shop,giftcards,settings,values,team,account,imports,billing,charts,dashboard,connections,calendar,emoji,shell,help,presence,leaving,errors,refusals}.json',
)

/** What has been asked for so far; another language brings as much. */
const wanted = new Set<Namespace>(['common', 'errors'])
/** The language that is here, or on its way. */
let coming = 'en'

async function load(language: string): Promise<void> {
  await Promise.all(
    [...wanted]
      .filter((name) => !hasTexts(language, name))
      .map(async (name) => {
        const file = await files[`../locales/${language}/${name}.json`]?.()
        if (file) addTexts(language, name, file.default)
      }),
  )
}

/**
 * Texts of a screen, beside its code: in the language of now, and in the one just chosen. Rejects
 * when they cannot be had.
 */
export async function loadTexts(names: readonly Namespace[]): Promise<void> {
  for (const name of names) wanted.add(name)
  await Promise.all([load(i18n.language), load(coming)])
}

function preferred(): Language {
  const chosen = localStorage.getItem(kept)
  const wishes = [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())]
  for (const wish of wishes) {
    const code = wish === 'uk' ? 'ua' : wish
    if (languages.includes(code as Language)) return code as Language
  }
  return 'en'
}

/** Switches the language everywhere; `keep` remembers it in this browser. */
export async function setLanguage(language: Language, keep = true): Promise<void> {
  coming = language
  try {
    await load(language)
  } catch (error) {
    coming = i18n.language
    throw error
  }
  // Who has chosen another meanwhile sees that one.
  if (coming !== language) return
  changeLanguage(language)
  document.documentElement.lang = tagOf(language)
  document
    .querySelector('link[rel="manifest"]')
    ?.setAttribute('href', `/manifest-${language}.webmanifest`)
  if (keep) localStorage.setItem(kept, language)
}
export const chosenLanguage = () => localStorage.getItem(kept) as Language | null

/** The reader's language before anything is shown. */
export const startI18n = () => setLanguage(preferred(), false)
