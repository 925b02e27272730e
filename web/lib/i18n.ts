import type { Language } from '#contract/schemas/common.ts'
import i18n, {
  addMessages,
  changeLanguage,
  hasMessages,
  bcp47Tag,
  type MessageTree,
} from './translate.ts'

export { bcp47Tag }

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

export const currentTag = () => bcp47Tag(i18n.language)

const languageStorageKey = 'laurel.language'
const localeFiles = import.meta.glob<{ default: MessageTree }>(
  '../locales/*/{common,auth,feed,profile,rewards,shop,giftcards,settings,values,team,account,imports,billing,charts,dashboard,connections,calendar,emoji,shell,help,presence,leaving,errors,refusals}.json',
)

/** What has been asked for so far; another language brings as much. */
const requestedNamespaces = new Set<Namespace>(['common', 'errors'])
/** The language that is here, or on its way. */
let loadingLanguage = 'en'

async function loadLanguage(language: string): Promise<void> {
  await Promise.all(
    [...requestedNamespaces]
      .filter((name) => !hasMessages(language, name))
      .map(async (name) => {
        const file = await localeFiles[`../locales/${language}/${name}.json`]?.()
        if (file) addMessages(language, name, file.default)
      }),
  )
}

/**
 * Texts of a screen, beside its code: in the language of now, and in the one just chosen. Rejects
 * when they cannot be had.
 */
export async function loadMessages(names: readonly Namespace[]): Promise<void> {
  for (const name of names) requestedNamespaces.add(name)
  await Promise.all([loadLanguage(i18n.language), loadLanguage(loadingLanguage)])
}

function preferredLanguage(): Language {
  const chosen = localStorage.getItem(languageStorageKey)
  const wishes = [chosen, ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())]
  for (const wish of wishes) {
    const code = wish === 'uk' ? 'ua' : wish
    if (languages.includes(code as Language)) return code as Language
  }
  return 'en'
}

/** Switches the language everywhere; `keep` remembers it in this browser. */
export async function setLanguage(language: Language, keep = true): Promise<void> {
  loadingLanguage = language
  try {
    await loadLanguage(language)
  } catch (error) {
    loadingLanguage = i18n.language
    throw error
  }
  // Who has chosen another meanwhile sees that one.
  if (loadingLanguage !== language) return
  changeLanguage(language)
  document.documentElement.lang = bcp47Tag(language)
  document
    .querySelector('link[rel="manifest"]')
    ?.setAttribute('href', `/manifest-${language}.webmanifest`)
  if (keep) localStorage.setItem(languageStorageKey, language)
}
export const storedLanguage = () => localStorage.getItem(languageStorageKey) as Language | null

/** The reader's language before anything is shown. */
export const startI18n = () => setLanguage(preferredLanguage(), false)
