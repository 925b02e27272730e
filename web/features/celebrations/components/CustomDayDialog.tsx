import {
  Button,
  Input,
  NativeSelect,
  SegmentedControl,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useId } from 'react'
import { limits } from '#contract/limits.ts'
import type { CustomDay } from '#contract/schemas/custom-days.ts'
import { AudienceFields } from '#web/shared/audiences/AudienceFields.tsx'
import { useConfig } from '#web/shared/config.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormSection } from '#web/shared/forms/FormSection.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { BudgetField } from './BudgetField.tsx'
import css from './celebrations.module.css'
import { formatHour } from './format-hour.ts'
import { type CustomDayForm, useCustomDayForm } from './use-custom-day-form.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const placeholders = ['names', 'team'] as const

/** What is celebrated, and when. */
function DayFields({ form }: { form: CustomDayForm }) {
  const { t } = useTranslation('celebrations')
  const isLeapDay = form.values.yearly && form.values.date.endsWith('-02-29')
  return (
    <>
      <TextInput
        label={t('days.field.name')}
        name="name"
        placeholder={t('days.field.name_example')}
        maxLength={limits.custom_day_name_chars_max}
        autoComplete="off"
        {...form.getInputProps('name')}
        data-autofocus
      />
      <div className={css['two']}>
        <TextInput
          type="date"
          name="date"
          label={t('days.field.date')}
          autoComplete="off"
          {...form.getInputProps('date')}
        />
        <NativeSelect
          label={t('field.hour')}
          name="hour"
          data={hours.map((hour) => ({ value: String(hour), label: formatHour(hour) }))}
          {...form.getInputProps('hour')}
        />
      </div>
      <Switch
        label={t('days.field.yearly')}
        description={isLeapDay ? t('days.field.leap_day') : t('days.field.yearly_text')}
        {...form.getInputProps('yearly', { type: 'checkbox' })}
      />
    </>
  )
}

/** Some people, or everyone on purpose. */
function PeopleFields({ form }: { form: CustomDayForm }) {
  const { t } = useTranslation('celebrations')
  const id = useId()
  const { everyone, audience } = form.values
  const error = form.problems.fields['audience']
  return (
    <>
      <div>
        <SegmentedControl
          fullWidth
          aria-labelledby={id}
          {...form.getInputProps('everyone', { withError: false })}
          data={[
            { value: 'no', label: t('people.some') },
            { value: 'yes', label: t('people.everyone') },
          ]}
        />
        <Input.Label component="div" id={id} className="sr-only">
          {t('field.people')}
        </Input.Label>
        {everyone === 'yes' && error ? <Input.Error>{error}</Input.Error> : null}
      </div>
      {everyone === 'no' ? (
        <AudienceFields
          legend={t('field.audience')}
          text={t('days.audience_text')}
          audience={audience}
          onChange={(next) => form.setFieldValue('audience', next)}
          errors={form.problems.fields}
        />
      ) : null}
    </>
  )
}

/** The text of the posts with buttons for its placeholders, points and value. */
function PostFields({ form, budget }: { form: CustomDayForm; budget: CustomDay['budget'] }) {
  const { t } = useTranslation('celebrations')
  const { values } = useConfig()
  const { text } = form.values
  const insert = (name: string) => {
    const next = `${text.trimEnd()} {${name}}`.trimStart()
    if (next.length <= limits.custom_day_text_chars_max) form.setFieldValue('text', next)
  }
  return (
    <>
      <Textarea
        label={t('days.field.text')}
        name="text"
        placeholder={t('days.field.text_example', { names: '{names}', team: '{team}' })}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={limits.custom_day_text_chars_max}
        {...form.getInputProps('text')}
      />
      <div className={css['buttons']} role="group" aria-label={t('texts.insert')}>
        {placeholders.map((name) => (
          <Button key={name} variant="light" size="compact-sm" onClick={() => insert(name)}>
            {t(name === 'team' ? 'placeholder.team' : 'days.names')}
          </Button>
        ))}
      </div>
      <div className={css['two']}>
        <NumberField label={t('field.points')} name="points" {...form.getInputProps('points')} />
        <BudgetField budget={budget} field={form.getInputProps('budget_id')} />
        <NativeSelect
          label={t('field.value')}
          name="value_id"
          data={[
            { value: '', label: t('field.value_default') },
            ...values
              .filter(({ retired }) => !retired)
              .map(({ id, name, emoji }) => ({ value: id, label: `${emoji} ${name}`.trim() })),
          ]}
          {...form.getInputProps('value_id')}
        />
      </div>
    </>
  )
}

/** A new day of the team's own, or one that changes. */
export function CustomDayDialog({ day, onClose }: { day: CustomDay | null; onClose: () => void }) {
  const { t } = useTranslation('celebrations')
  const { form, submit, isSaving } = useCustomDayForm(day, onClose)
  return (
    <Dialog
      size="lg"
      isFullScreenOnPhone
      title={day ? day.name : t('days.new')}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={form.problems.general} />
        <DayFields form={form} />
        <FormSection title={t('field.people')}>
          <p className={css['hint']}>
            {t('days.people_text', { finish: formatNumber(limits.custom_day_people_max) })}
          </p>
          <PeopleFields form={form} />
        </FormSection>
        <FormSection title={t('section.post')}>
          <PostFields form={form} budget={day?.budget ?? null} />
        </FormSection>
        <FormActions action={day ? t('save') : t('days.add')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
