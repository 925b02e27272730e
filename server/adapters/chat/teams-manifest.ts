import { createHash } from 'node:crypto'
import { language, type Language } from '#contract/schemas/common.ts'
import { bcp47Tag } from '#server/platform/i18n/messages.ts'

/** The commands of the app's own chat, in the order of its menu. */
const teamsBotCommands = ['help', 'balance', 'settings', 'shop'] as const
type TeamsBotCommand = (typeof teamsBotCommands)[number]
type CommandText = { title: string; description: string }

/** Maximum characters of each text, from version 1.29 of the manifest's schema. */
export const teamsTextLimits = {
  nameShort: 30,
  nameFull: 100,
  descriptionShort: 80,
  descriptionFull: 4_000,
  commandTitle: 32,
  commandDescription: 128,
} as const

/** The texts of the app in one language. */
export type TeamsAppTexts = {
  nameShort: string
  nameFull: string
  descriptionShort: string
  descriptionFull: string
  commands: Record<TeamsBotCommand, CommandText>
  /** The action that opens the dialog for thanks. */
  thank: CommandText
}
export type TeamsAppOptions = {
  /** The id of the app's registration. */
  appId: string
  publicUrl: string
  privacyUrl: string | null
  termsUrl: string | null
  /** The version of the product. */
  version: string
  texts: Record<Language, TeamsAppTexts>
}

const schemaFolder = 'https://developer.microsoft.com/json-schemas/teams/v1.29'
const developerName = 'Laurel'
const accentColor = '#F2AE43'
const defaultLanguage: Language = 'en'

export const teamsIconFiles = { color: 'color.png', outline: 'outline.png' } as const
export const teamsManifestFile = 'manifest.json'
/** Teams also finds the file of a language for its regions, such as pt for pt-br. */
const languageFile = (one: Language) => `${bcp47Tag(one)}.json`

/** Returns the id of the package, a UUID (version 8) that depends only on the app's id. */
export function createTeamsPackageId(appId: string): string {
  const bytes = createHash('sha256').update(`laurel-teams-app:${appId.toLowerCase()}`).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns the three numbers of a version: the schema allows no suffix. */
const toPlainVersion = (version: string) => /^\d+\.\d+\.\d+/.exec(version)?.[0] ?? '1.0.0'

const listCommands = ({ commands }: TeamsAppTexts, names: readonly TeamsBotCommand[]) =>
  names.map((name) => ({
    title: commands[name].title,
    description: commands[name].description,
  }))
/** The texts of each list of commands. A channel offers no command whose answer is personal. */
const commandLists = [
  { scopes: ['personal'], names: teamsBotCommands },
  { scopes: ['team', 'groupChat'], names: ['help'] },
] as const

const buildBot = (appId: string, texts: TeamsAppTexts) => ({
  botId: appId,
  scopes: ['personal', 'team', 'groupChat'],
  isNotificationOnly: false,
  supportsFiles: false,
  commandLists: commandLists.map(({ scopes, names }) => ({
    scopes,
    commands: listCommands(texts, names),
  })),
})

const buildThankExtension = (appId: string, { thank }: TeamsAppTexts) => ({
  botId: appId,
  commands: [
    {
      id: 'thank',
      type: 'action',
      title: thank.title,
      description: thank.description,
      context: ['compose', 'message', 'commandBox'],
      fetchTask: true,
    },
  ],
})

/**
 * Returns the manifest (version 1.29) of a company's app in Microsoft Teams. It asks for no
 * permission of Microsoft Graph.
 */
export function buildTeamsManifest(options: TeamsAppOptions): object {
  const { appId, publicUrl } = options
  const texts = options.texts[defaultLanguage]
  return {
    $schema: `${schemaFolder}/MicrosoftTeams.schema.json`,
    manifestVersion: '1.29',
    version: toPlainVersion(options.version),
    id: createTeamsPackageId(appId),
    developer: {
      name: developerName,
      websiteUrl: publicUrl,
      privacyUrl: options.privacyUrl ?? publicUrl,
      termsOfUseUrl: options.termsUrl ?? publicUrl,
    },
    name: { short: texts.nameShort, full: texts.nameFull },
    description: { short: texts.descriptionShort, full: texts.descriptionFull },
    icons: teamsIconFiles,
    accentColor,
    localizationInfo: {
      defaultLanguageTag: bcp47Tag(defaultLanguage),
      defaultLanguageFile: languageFile(defaultLanguage),
      additionalLanguages: language.options
        .filter((one) => one !== defaultLanguage)
        .map((one) => ({ languageTag: bcp47Tag(one), file: languageFile(one) })),
    },
    defaultInstallScope: 'personal',
    bots: [buildBot(appId, texts)],
    composeExtensions: [buildThankExtension(appId, texts)],
    validDomains: [new URL(publicUrl).hostname],
  }
}

function buildLanguageFile(texts: TeamsAppTexts): object {
  const commands = commandLists.flatMap(({ names }, list) =>
    listCommands(texts, names).flatMap(({ title, description }, index) => {
      const path = `bots[0].commandLists[${list}].commands[${index}]`
      return [
        [`${path}.title`, title],
        [`${path}.description`, description],
      ]
    }),
  )
  return {
    $schema: `${schemaFolder}/MicrosoftTeams.Localization.schema.json`,
    'name.short': texts.nameShort,
    'name.full': texts.nameFull,
    'description.short': texts.descriptionShort,
    'description.full': texts.descriptionFull,
    'composeExtensions[0].commands[0].title': texts.thank.title,
    'composeExtensions[0].commands[0].description': texts.thank.description,
    ...Object.fromEntries(commands),
  }
}

/** Returns the file of each language: its texts by their path in the manifest. */
export const buildTeamsLanguageFiles = ({
  texts,
}: TeamsAppOptions): { name: string; content: object }[] =>
  language.options.map((one) => ({
    name: languageFile(one),
    content: buildLanguageFile(texts[one]),
  }))
