import type { Language } from '#contract/schemas/common.ts'
import i18n, {
  addMessages,
  changeLanguage,
  hasMessages,
  bcp47Tag,
  type MessageTree,
} from './translate.ts'
import { storeIfPossible } from './browser-storage.ts'

export { bcp47Tag }

export const languages: readonly Language[] = ['en', 'es', 'pt', 'ru', 'ua']
/** Each language's own name. */
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
  'comments',
  'profile',
  'rewards',
  'shop',
  'giftcards',
  'settings',
  'values',
  'team',
  'organization',
  'celebrations',
  'finance',
  'account',
  'imports',
  'inbox',
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
  'setup',
  'errors',
  'refusals',
] as const
export type Namespace = (typeof namespaces)[number]

export const currentLanguageTag = () => bcp47Tag(i18n.language)

const languageStorageKey = 'laurel.language'
const localeFiles = import.meta.glob<{ default: MessageTree }>(
  '../locales/*/{common,auth,feed,comments,profile,rewards,shop,giftcards,settings,values,team,organization,celebrations,finance,account,imports,inbox,billing,charts,dashboard,connections,calendar,emoji,shell,help,presence,leaving,setup,errors,refusals}.json',
)

/** Namespaces requested so far; a new language loads the same set. */
const requestedNamespaces = new Set<Namespace>(['common', 'errors'])
/** The language loaded or loading. */
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
 * Loads the texts of a screen in the shown language and in a language being loaded. Rejects when
 * loading fails.
 */
export async function loadMessages(names: readonly Namespace[]): Promise<void> {
  for (const name of names) requestedNamespaces.add(name)
  // Before the first render no language is shown.
  const shown = hasMessages(i18n.language, 'common') ? [i18n.language] : []
  await Promise.all([...shown, loadingLanguage].map(loadLanguage))
}

/** Switches the language everywhere; `remember` stores it in this browser. */
export async function setLanguage(language: Language, remember = true): Promise<void> {
  loadingLanguage = language
  try {
    await loadLanguage(language)
  } catch (error) {
    if (loadingLanguage === language) loadingLanguage = i18n.language
    throw error
  }
  // A later choice replaces this one.
  if (loadingLanguage !== language) return
  changeLanguage(language)
  document.documentElement.lang = bcp47Tag(language)
  document
    .querySelector('link[rel="manifest"]')
    ?.setAttribute('href', `/manifest-${language}.webmanifest`)
  if (remember) storeIfPossible('localStorage', languageStorageKey, language)
}
export const storedLanguage = () => localStorage.getItem(languageStorageKey) as Language | null

/** Loads the language that web/early.js chose. */
export const startI18n = () =>
  setLanguage(
    languages.find((language) => bcp47Tag(language) === document.documentElement.lang) ?? 'en',
    false,
  )
