import { language as languages, type Language } from '#contract/schemas/common.ts'
import type { TeamsAppTexts } from '#server/adapters/chat/teams-manifest.ts'
import { buildTeamsPackage } from '#server/adapters/chat/teams-package.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { productVersion } from '#server/platform/product-version.ts'
import type { Services } from '#server/platform/services.ts'
import type { ChatConnectionRow } from './connection-queries.ts'

/** Returns the texts of the app in Microsoft Teams, in one language. */
export function loadTeamsAppTexts(language: Language): TeamsAppTexts {
  const text = (key: string) => translate(language, 'teams', `app.${key}`)
  const command = (key: string) => ({
    title: text(`${key}.title`),
    description: text(`${key}.description`),
  })
  return {
    nameShort: text('nameShort'),
    nameFull: text('nameFull'),
    descriptionShort: text('descriptionShort'),
    descriptionFull: text('descriptionFull'),
    commands: {
      help: command('commands.help'),
      balance: command('commands.balance'),
      settings: command('commands.settings'),
      shop: command('commands.shop'),
    },
    thank: command('thank'),
  }
}

/** Returns the app package that the administrator of a connection uploads to Microsoft Teams. */
export function buildTeamsAppPackage(
  { config }: Pick<Services, 'config'>,
  { app_id: appId }: Pick<ChatConnectionRow, 'app_id'>,
): Promise<Buffer> {
  return buildTeamsPackage({
    appId,
    publicUrl: config.publicUrl,
    privacyUrl: config.legal.privacyUrl,
    termsUrl: config.legal.termsUrl,
    version: productVersion,
    texts: Object.fromEntries(
      languages.options.map((one) => [one, loadTeamsAppTexts(one)]),
    ) as Record<Language, TeamsAppTexts>,
  })
}
