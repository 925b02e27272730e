import { currentLanguageTag } from '#web/lib/i18n.ts'

/** Returns all currencies with their names in the reader's language, by code. */
export function listCurrencies(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(currentLanguageTag(), { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code} – ${names.of(code) ?? code}`,
  }))
}
