import { Alert, Button, Group, NativeSelect, Radio, Stack, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import type { LeaderboardMode, LimitPeriod, Settings } from '#contract/schemas/settings.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { noFormErrors, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { NumberField, hasInvalidNumber } from '#web/shared/forms/NumberField.tsx'
import { UnsavedChangesPrompt } from '#web/shared/forms/UnsavedChangesPrompt.tsx'
import { languageNames, languages } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Card } from '#web/ui/Card.tsx'
import { ColorField } from '../components/ColorField.tsx'
import { LogoField } from '../components/LogoField.tsx'
import css from '../components/settings.module.css'
import { SettingsPage } from '../components/SettingsPage.tsx'
import { useSaveSettings } from '../api/queries.ts'

const formFieldNames = [
  'name',
  'limit',
  'limit_per_post',
  'limit_period',
  'timezone',
  'language',
  'active_color',
  'contact',
] as const
const periods = ['day', 'week', 'month', 'quarter'] as const satisfies LimitPeriod[]
const responseSettings = ['comments', 'reactions', 'add_ons'] as const
const leaderboardModes = ['receivers', 'givers', 'together'] as const satisfies LeaderboardMode[]
const listTimezones = () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/**
 * Whom the leaderboard ranks, if anybody: one sentence each, so that the choice is made knowingly.
 */
function LeaderboardModeField({
  value,
  onChange,
}: {
  value: LeaderboardMode
  onChange: (mode: LeaderboardMode) => void
}) {
  const { t } = useTranslation('settings')
  return (
    <Radio.Group
      mt="md"
      name="leaderboard_mode"
      label={t('global.mode.label')}
      value={value}
      onChange={(mode) => onChange(mode as LeaderboardMode)}
    >
      <Stack gap="sm" mt="xs">
        {leaderboardModes.map((mode) => (
          <Radio
            key={mode}
            value={mode}
            label={t(`global.mode.${mode}`)}
            description={t(`global.mode.${mode}_text`)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** What colleagues can do under posts beside liking them. */
function ResponseFields({
  fields,
  onChange,
}: {
  fields: Pick<Settings, (typeof responseSettings)[number]>
  onChange: (part: Partial<Pick<Settings, (typeof responseSettings)[number]>>) => void
}) {
  const { t } = useTranslation('settings')
  return (
    <Stack gap="md">
      {responseSettings.map((name) => (
        <Switch
          key={name}
          name={name}
          label={t(`global.talk.${name}`)}
          description={t(`global.talk.${name}_text`)}
          checked={fields[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
        />
      ))}
    </Stack>
  )
}

function GlobalSettingsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings')
  const start = {
    name: settings.name,
    limit_period: settings.limit_period,
    limit: settings.limit === null ? '' : String(settings.limit),
    limit_per_post: settings.limit_per_post === null ? '' : String(settings.limit_per_post),
    show_leaderboard: settings.show_leaderboard,
    leaderboard_mode: settings.leaderboard_mode,
    comments: settings.comments,
    reactions: settings.reactions,
    add_ons: settings.add_ons,
    contact: settings.contact,
    language: settings.language,
    timezone: settings.timezone,
    active_color: settings.active_color,
  }
  const [fields, setFields] = useState(start)
  const [problems, setProblems] = useState(noFormErrors)
  const save = useSaveSettings((error) => setProblems(toFormErrors(t, error, formFieldNames)))
  const set = (part: Partial<typeof fields>) => setFields((old) => ({ ...old, ...part }))
  const changed = JSON.stringify(fields) !== JSON.stringify(start)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems({ fields: {}, general: null })
    if (hasInvalidNumber(fields.limit, fields.limit_per_post)) return
    save.mutate({
      ...fields,
      limit: parseWholeNumber(fields.limit),
      limit_per_post: parseWholeNumber(fields.limit_per_post),
    })
  }
  const heading = (key: string) => <h2 className={css['heading']}>{t(`global.${key}`)}</h2>
  return (
    <Form problems={problems} onSubmit={submit} className={css['cards']}>
      {problems.general ? (
        <Alert color="red" role="alert">
          {problems.general}
        </Alert>
      ) : null}
      <Card>
        {heading('team')}
        <div className={css['fields']}>
          <TextInput
            label={t('global.name')}
            name="name"
            maxLength={limits.team_name_chars_max}
            value={fields.name}
            error={problems.fields['name']}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <LogoField name={settings.name} url={settings.logo.url} />
        </div>
      </Card>
      <Card>
        {heading('look')}
        <ColorField
          value={fields.active_color}
          error={problems.fields['active_color']}
          onChange={(activeColor) => set({ active_color: activeColor })}
        />
      </Card>
      <Card>
        {heading('points')}
        <div className={css['two']}>
          <NativeSelect
            label={t('global.limit_period')}
            name="limit_period"
            value={fields.limit_period}
            data={periods.map((value) => ({ value, label: t(`global.period.${value}`) }))}
            onChange={(event) => set({ limit_period: event.currentTarget.value as LimitPeriod })}
          />
          <NumberField
            label={t('global.limit')}
            description={t('global.unlimited')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            name="limit"
            value={fields.limit}
            error={problems.fields['limit']}
            onChange={(limit) => set({ limit })}
          />
          <NumberField
            label={t('global.limit_per_post')}
            description={t('global.unlimited')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            name="limit_per_post"
            value={fields.limit_per_post}
            error={problems.fields['limit_per_post']}
            onChange={(limitPerPost) => set({ limit_per_post: limitPerPost })}
          />
        </div>
        <Switch
          mt="md"
          label={t('global.leaderboard')}
          description={t('global.leaderboard_text')}
          checked={fields.show_leaderboard}
          onChange={(event) => set({ show_leaderboard: event.currentTarget.checked })}
        />
        {fields.show_leaderboard ? (
          <LeaderboardModeField
            value={fields.leaderboard_mode}
            onChange={(leaderboardMode) => set({ leaderboard_mode: leaderboardMode })}
          />
        ) : null}
      </Card>
      <Card>
        {heading('talk.heading')}
        <ResponseFields fields={fields} onChange={set} />
      </Card>
      <Card>
        {heading('place')}
        <div className={css['two']}>
          <NativeSelect
            label={t('global.language')}
            description={t('global.language_text')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            name="language"
            value={fields.language}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            onChange={(event) => set({ language: event.currentTarget.value as Language })}
          />
          <NativeSelect
            label={t('global.timezone')}
            description={t('global.timezone_text')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            name="timezone"
            value={fields.timezone}
            data={[...new Set([fields.timezone, ...listTimezones()])]}
            error={problems.fields['timezone']}
            onChange={(event) => set({ timezone: event.currentTarget.value })}
          />
        </div>
      </Card>
      <Card>
        {heading('security')}
        <TextInput
          label={t('global.contact')}
          description={t('global.contact_text')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="contact"
          maxLength={limits.email_chars_max}
          value={fields.contact}
          error={problems.fields['contact']}
          onChange={(event) => set({ contact: event.currentTarget.value })}
        />
      </Card>
      <UnsavedChangesPrompt changed={changed} />
      {changed ? (
        <Group justify="flex-end" className={css['save'] ?? ''}>
          <Button
            variant="default"
            onClick={() => {
              setFields(start)
              setProblems(noFormErrors)
            }}
          >
            {t('global.undo')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('global.save')}
          </Button>
        </Group>
      ) : null}
    </Form>
  )
}

/** /settings/global: what the team is called and looks like, what people may give, where it is. */
export function GlobalSettingsScreen() {
  const { t } = useTranslation('settings')
  return (
    <SettingsPage title={t('menu.global')}>
      {(settings) => (
        <GlobalSettingsForm
          key={JSON.stringify({ ...settings, logo: null, notifications: null })}
          settings={settings}
        />
      )}
    </SettingsPage>
  )
}
