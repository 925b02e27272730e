import { Input, NativeSelect, SegmentedControl, Switch } from '@mantine/core'
import { useId } from 'react'
import type { Celebration } from '#contract/schemas/celebrations.ts'
import { AudienceFields } from '#web/shared/audiences/AudienceFields.tsx'
import { useConfig } from '#web/shared/config.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormSection } from '#web/shared/forms/FormSection.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './celebrations.module.css'
import { formatHour } from './format-hour.ts'
import { PointsFields } from './PointsFields.tsx'
import { TextsFields } from './TextsFields.tsx'
import { type CelebrationForm, useCelebrationForm } from './use-celebration-form.ts'

const circles = ['everyone', 'team', 'private'] as const
const weekendRules = ['on_day', 'before', 'after'] as const
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const inputOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

/** Everyone, or an audience. */
function PeopleFields({ form }: { form: CelebrationForm }) {
  const { t } = useTranslation('celebrations')
  const id = useId()
  const { everyone, audience } = form.values
  return (
    <>
      <div>
        <Input.Label component="div" id={id}>
          {t('field.people')}
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={id}
          {...form.getInputProps('everyone', { withError: false })}
          data={[
            { value: 'yes', label: t('people.everyone') },
            { value: 'no', label: t('people.some') },
          ]}
        />
      </div>
      {everyone === 'no' ? (
        <AudienceFields
          legend={t('field.audience')}
          audience={audience}
          onChange={(next) => form.setFieldValue('audience', next)}
          errors={form.problems.fields}
        />
      ) : null}
    </>
  )
}

/** When the post appears, and for whom. */
function PostFields({ form }: { form: CelebrationForm }) {
  const { t } = useTranslation('celebrations')
  const { values } = useConfig()
  return (
    <div className={css['two']}>
      <NativeSelect
        label={t('field.visibility')}
        description={t('field.visibility_text')}
        inputWrapperOrder={inputOrder}
        name="visibility"
        data={circles.map((value) => ({ value, label: t(`visibility.${value}`) }))}
        {...form.getInputProps('visibility')}
      />
      <NativeSelect
        label={t('field.hour')}
        description={t('field.hour_text')}
        inputWrapperOrder={inputOrder}
        name="hour"
        data={hours.map((hour) => ({ value: String(hour), label: formatHour(hour) }))}
        {...form.getInputProps('hour')}
      />
      <NativeSelect
        label={t('field.weekends')}
        name="weekends"
        data={weekendRules.map((value) => ({ value, label: t(`weekends.${value}`) }))}
        {...form.getInputProps('weekends')}
      />
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
  )
}

/** All about the celebrations of a kind. `switchesOn`: saving also switches it on. */
export function CelebrationDialog({
  rule,
  switchesOn,
  onClose,
}: {
  rule: Celebration
  switchesOn: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('celebrations')
  const { form, submit, isSaving } = useCelebrationForm(rule, { switchesOn, onClose })
  return (
    <Dialog
      size="lg"
      isFullScreenOnPhone
      title={t(`kind.${rule.kind}`)}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={form.problems.general} />
        <PeopleFields form={form} />
        <FormSection title={t('section.points')}>
          <PointsFields form={form} kind={rule.kind} budget={rule.budget} />
        </FormSection>
        <FormSection title={t('section.post')}>
          <PostFields form={form} />
          {rule.kind === 'welcome' ? null : (
            <Switch
              label={t('field.card')}
              description={t('field.card_text')}
              {...form.getInputProps('card', { type: 'checkbox' })}
            />
          )}
        </FormSection>
        <FormSection title={t('section.texts')}>
          <p className={css['hint']}>{t('texts.text')}</p>
          <TextsFields form={form} kind={rule.kind} />
        </FormSection>
        <FormActions
          action={switchesOn ? t('switch_on') : t('save')}
          busy={isSaving}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
