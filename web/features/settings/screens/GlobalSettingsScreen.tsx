import type { UseFormReturnType } from '@mantine/form'
import { Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { limits } from '#contract/limits.ts'
import type { BirthdayRule, LimitPeriod, Settings } from '#contract/schemas/settings.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { NumberField, hasInvalidNumber } from '#web/shared/forms/NumberField.tsx'
import { BudgetLine } from '#web/shared/points/BudgetLine.tsx'
import { useConfig } from '#web/shared/config.ts'
import { UnsavedChangesPrompt } from '#web/shared/forms/UnsavedChangesPrompt.tsx'
import { languageNames, languages } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Card } from '#web/ui/Card.tsx'
import { ColorField } from '../components/ColorField.tsx'
import { LogoField } from '../components/LogoField.tsx'
import css from '../components/settings.module.css'
import { MovingSection } from '../components/MovingSection.tsx'
import { OfficeScreensSection } from '../components/OfficeScreensSection.tsx'
import { SettingsPage } from '../components/SettingsPage.tsx'
import { useSaveSettings } from '../api/queries.ts'
import { LeaderboardModeField } from '../components/LeaderboardModeField.tsx'
import { ResponseFields } from '../components/ResponseFields.tsx'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { useSavedValues } from '#web/shared/forms/use-saved-values.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'

const formFieldNames = [
  'name',
  'limit',
  'limit_per_post',
  'limit_period',
  'timezone',
  'language',
  'active_color',
  'birthdays',
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
  birthdays: settings.birthdays,
  contact: settings.contact,
  language: settings.language,
  timezone: settings.timezone,
  active_color: settings.active_color,
})
type FormValues = ReturnType<typeof toFormValues>
type FieldsProps = { form: UseFormReturnType<FormValues> }

/** The team's name and logo. */
function TeamFields({ form, settings }: FieldsProps & { settings: Settings }) {
  const { t } = useTranslation('settings')
  return (
    <div className={css['fields']}>
      <TextInput
        label={t('global.name')}
        name="name"
        maxLength={limits.team_name_chars_max}
        {...form.getInputProps('name')}
      />
      <LogoField name={settings.name} url={settings.logo.url} />
    </div>
  )
}

/** The point limits and the leaderboard. */
function PointsFields({ form }: FieldsProps) {
  const { t } = useTranslation('settings')
  const { workspace, settings, abilities } = useConfig()
  return (
    <>
      <div className={css['two']}>
        <NativeSelect
          label={t('global.limit_period')}
          name="limit_period"
          data={periods.map((value) => ({ value, label: t(`global.period.${value}`) }))}
          {...form.getInputProps('limit_period')}
        />
        <NumberField
          label={t('global.limit')}
          description={t('global.unlimited')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="limit"
          {...form.getInputProps('limit')}
        />
        <NumberField
          label={t('global.limit_per_post')}
          description={t('global.unlimited')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          name="limit_per_post"
          {...form.getInputProps('limit_per_post')}
        />
      </div>
      <BudgetLine
        people={workspace.users_count}
        limit={parseWholeNumber(form.values.limit)}
        period={form.values.limit_period}
        hundredPoints={settings.hundred_points}
      />
      {abilities.includes('manage_finance') ? (
        <Link to="/settings/finance" className={css['worthLink']}>
          {t(settings.hundred_points ? 'budget.change_worth' : 'budget.set_worth')}
        </Link>
      ) : null}
      <Switch
        mt="md"
        label={t('global.leaderboard')}
        description={t('global.leaderboard_text')}
        {...form.getInputProps('show_leaderboard', { type: 'checkbox' })}
      />
      {form.values.show_leaderboard ? (
        <LeaderboardModeField
          value={form.values.leaderboard_mode}
          onChange={(leaderboardMode) => form.setFieldValue('leaderboard_mode', leaderboardMode)}
        />
      ) : null}
    </>
  )
}

/** The team's language and timezone. */
function PlaceFields({ form }: FieldsProps) {
  const { t } = useTranslation('settings')
  return (
    <div className={css['two']}>
      <NativeSelect
        label={t('global.language')}
        description={t('global.language_text')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="language"
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        {...form.getInputProps('language')}
      />
      <NativeSelect
        label={t('global.timezone')}
        description={t('global.timezone_text')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="timezone"
        data={[...new Set([form.values.timezone, ...listTimezones()])]}
        {...form.getInputProps('timezone')}
      />
    </div>
  )
}

const birthdayRules = ['opt_in', 'opt_out', 'off'] as const satisfies BirthdayRule[]

/** Whether birthdays are shown. People choose for themselves who sees theirs. */
function BirthdaysField({ form }: FieldsProps) {
  const { t } = useTranslation('settings')
  return (
    <NativeSelect
      label={t('global.birthdays')}
      description={t('global.birthdays_text')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      name="birthdays"
      data={birthdayRules.map((value) => ({ value, label: t(`global.birthday_rule.${value}`) }))}
      {...form.getInputProps('birthdays')}
    />
  )
}

function ContactField({ form }: FieldsProps) {
  const { t } = useTranslation('settings')
  return (
    <TextInput
      label={t('global.contact')}
      description={t('global.contact_text')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      name="contact"
      maxLength={limits.email_chars_max}
      {...form.getInputProps('contact')}
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
  const saved = toFormValues(settings)
  const form = useServerForm<FormValues>({ initialValues: saved, fieldNames: formFieldNames })
  const showStored = useSavedValues(form, saved)
  const { problems, values } = form
  const save = useSaveSettings(form.showRefusal)
  const isChanged = form.isDirty()
  const submit = form.submitTo((sent) => {
    if (hasInvalidNumber(sent.limit, sent.limit_per_post)) return
    const { limit, limit_per_post: perPost, ...changed } = pickChanged(sent, saved)
    save.mutate(
      {
        ...changed,
        ...(limit === undefined ? {} : { limit: parseWholeNumber(limit) }),
        ...(perPost === undefined ? {} : { limit_per_post: parseWholeNumber(perPost) }),
      },
      { onSuccess: (stored) => showStored(toFormValues(stored), sent) },
    )
  })
  const renderHeading = (key: string) => <h2 className={css['heading']}>{t(`global.${key}`)}</h2>
  return (
    <Form problems={problems} onSubmit={submit} className={css['cards']}>
      <GeneralProblem text={problems.general} />
      <Card>
        {renderHeading('team')}
        <TeamFields form={form} settings={settings} />
      </Card>
      <Card>
        {renderHeading('look')}
        <ColorField {...form.getInputProps('active_color')} value={values.active_color} />
      </Card>
      <Card>
        {renderHeading('points')}
        <PointsFields form={form} />
      </Card>
      <Card>
        {renderHeading('talk.heading')}
        <ResponseFields fields={values} onChange={(part) => form.setValues(part)} />
      </Card>
      <Card>
        {renderHeading('place')}
        <PlaceFields form={form} />
      </Card>
      <Card>
        {renderHeading('dates')}
        <BirthdaysField form={form} />
      </Card>
      <Card>
        {renderHeading('security')}
        <ContactField form={form} />
      </Card>
      <UnsavedChangesPrompt changed={isChanged} />
      {isChanged ? <SaveBar busy={save.isPending} onUndo={form.reset} /> : null}
    </Form>
  )
}

/** /settings/global: the team's name and look, point limits, responses, language and timezone. */
export function GlobalSettingsScreen() {
  const { t } = useTranslation('settings')
  return (
    <SettingsPage title={t('menu.global')}>
      {(settings) => (
        <div className={css['cards']}>
          <GlobalSettingsForm settings={settings} />
          <OfficeScreensSection />
          <MovingSection />
        </div>
      )}
    </SettingsPage>
  )
}
