import { Alert, Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import type { LimitPeriod, Settings } from '#contract/schemas/settings.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { noFormErrors, toFormErrors, type FormErrors } from '#web/shared/errors/error-messages.ts'
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
import { LeaderboardModeField } from '../components/LeaderboardModeField.tsx'
import { ResponseFields } from '../components/ResponseFields.tsx'

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
const listTimezones = () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

const toFormValues = (settings: Settings) => ({
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
})
type FormValues = ReturnType<typeof toFormValues>
type FieldsProps = {
  fields: FormValues
  set: (part: Partial<FormValues>) => void
  problems: FormErrors
}

/** The team's name and logo. */
function TeamFields({ fields, set, problems, settings }: FieldsProps & { settings: Settings }) {
  const { t } = useTranslation('settings')
  return (
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
  )
}

/** The point limits and the leaderboard. */
function PointsFields({ fields, set, problems }: FieldsProps) {
  const { t } = useTranslation('settings')
  return (
    <>
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
    </>
  )
}

/** The team's language and timezone. */
function PlaceFields({ fields, set, problems }: FieldsProps) {
  const { t } = useTranslation('settings')
  return (
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
  )
}

function ContactField({ fields, set, problems }: FieldsProps) {
  const { t } = useTranslation('settings')
  return (
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
  )
}

function SaveBar({ busy, onUndo }: { busy: boolean; onUndo: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <Group justify="flex-end" className={css['save'] ?? ''}>
      <Button variant="default" onClick={onUndo}>
        {t('global.undo')}
      </Button>
      <Button type="submit" loading={busy}>
        {t('global.save')}
      </Button>
    </Group>
  )
}

function GlobalSettingsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings')
  const initial = toFormValues(settings)
  const [fields, setFields] = useState(initial)
  const [problems, setProblems] = useState(noFormErrors)
  const save = useSaveSettings((error) => setProblems(toFormErrors(t, error, formFieldNames)))
  const set = (part: Partial<typeof fields>) => setFields((old) => ({ ...old, ...part }))
  const changed = JSON.stringify(fields) !== JSON.stringify(initial)
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
  const renderHeading = (key: string) => <h2 className={css['heading']}>{t(`global.${key}`)}</h2>
  const form = { fields, set, problems }
  return (
    <Form problems={problems} onSubmit={submit} className={css['cards']}>
      {problems.general ? (
        <Alert color="red" role="alert">
          {problems.general}
        </Alert>
      ) : null}
      <Card>
        {renderHeading('team')}
        <TeamFields {...form} settings={settings} />
      </Card>
      <Card>
        {renderHeading('look')}
        <ColorField
          value={fields.active_color}
          error={problems.fields['active_color']}
          onChange={(activeColor) => set({ active_color: activeColor })}
        />
      </Card>
      <Card>
        {renderHeading('points')}
        <PointsFields {...form} />
      </Card>
      <Card>
        {renderHeading('talk.heading')}
        <ResponseFields fields={fields} onChange={set} />
      </Card>
      <Card>
        {renderHeading('place')}
        <PlaceFields {...form} />
      </Card>
      <Card>
        {renderHeading('security')}
        <ContactField {...form} />
      </Card>
      <UnsavedChangesPrompt changed={changed} />
      {changed ? (
        <SaveBar
          busy={save.isPending}
          onUndo={() => {
            setFields(initial)
            setProblems(noFormErrors)
          }}
        />
      ) : null}
    </Form>
  )
}

/** /settings/global: the team's name and look, point limits, responses, language and timezone. */
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
