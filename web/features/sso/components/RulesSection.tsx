import { Button, NativeSelect, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useSavedValues } from '#web/shared/forms/use-saved-values.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type SsoSettings, useUpdateRules } from '../api/queries.ts'
import css from './sso-settings.module.css'

/** The lengths of a session to choose, in hours. */
const sessionHours = [1, 4, 8, 12, 24, 72, 168, 336, 720]
const dayHours = 24

type RulesForm = { required: boolean; session_hours: string; second_factor_required: boolean }

const toFormValues = (settings: SsoSettings): RulesForm => ({
  required: settings.required,
  session_hours: settings.session_hours === null ? '' : String(settings.session_hours),
  second_factor_required: settings.second_factor_required,
})

/** The form of the rules. Requiring the company sign-in ends sessions, so it asks first. */
function useRulesForm(settings: SsoSettings) {
  const { t } = useTranslation('connections')
  const [isAsking, setAsking] = useState(false)
  const saved = toFormValues(settings)
  const form = useServerForm<RulesForm>({
    initialValues: saved,
    fieldNames: ['required', 'session_hours', 'second_factor_required'],
  })
  useSavedValues(form, saved)
  const update = useUpdateRules({
    onSuccess: () => {
      setAsking(false)
      notifySuccess(t('saved'))
    },
    onError: (error) => {
      setAsking(false)
      form.showRefusal(error)
    },
  })
  const save = () => {
    const { session_hours: hours, ...rules } = pickChanged(form.getValues(), saved)
    update.mutate({
      ...rules,
      ...(hours === undefined ? {} : { session_hours: hours === '' ? null : Number(hours) }),
    })
  }
  const submit = form.submitTo(({ required }) =>
    required && !settings.required ? setAsking(true) : save(),
  )
  return { form, isAsking, setAsking, save, submit, isSaving: update.isPending }
}

/** How people of the team must sign in, and for how long. */
export function RulesSection({ settings }: { settings: SsoSettings }) {
  const { t } = useTranslation('connections')
  const { form, isAsking, setAsking, save, submit, isSaving } = useRulesForm(settings)
  const hourText = (hours: number) =>
    hours % dayHours
      ? t('sso.rules.hours', { count: hours })
      : t('sso.rules.days', { count: hours / dayHours })
  const stored = settings.session_hours
  const choices = [...new Set([...sessionHours, ...(stored === null ? [] : [stored])])]
  return (
    <SettingsSection title={t('sso.rules.title')} text={t('sso.rules.text')}>
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={form.problems.general} />
        <Switch
          label={t('sso.rules.required')}
          description={t('sso.rules.required_text')}
          {...form.getInputProps('required', { type: 'checkbox' })}
        />
        <p className={css['note']}>
          {t('sso.rules.break_glass')}{' '}
          {settings.break_glass_people
            ? t('sso.rules.break_glass_people', { count: settings.break_glass_people })
            : t('sso.rules.break_glass_nobody')}
        </p>
        <Switch
          label={t('sso.rules.factor')}
          description={t('sso.rules.factor_text')}
          {...form.getInputProps('second_factor_required', { type: 'checkbox' })}
        />
        <NativeSelect
          className={css['half'] ?? ''}
          label={t('sso.rules.session')}
          description={t('sso.rules.session_text')}
          data={[
            { value: '', label: t('sso.rules.session_default') },
            ...choices
              .sort((a, b) => a - b)
              .map((hours) => ({ value: String(hours), label: hourText(hours) })),
          ]}
          {...form.getInputProps('session_hours')}
        />
        <div className={css['acts']}>
          <Button type="submit" loading={isSaving}>
            {t('sso.save')}
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        opened={isAsking}
        title={t('sso.rules.ask')}
        text={t('sso.rules.ask_text')}
        confirm={t('sso.rules.ask_confirm')}
        cancel={t('common:cancel')}
        busy={isSaving}
        onClose={() => setAsking(false)}
        onConfirm={save}
      />
    </SettingsSection>
  )
}
