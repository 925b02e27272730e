import { Textarea } from '@mantine/core'
import { IconCoins, IconLock, IconRepeat, IconShieldCheck } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import type { AwardGift, OwnAward } from '#contract/schemas/awards.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { useConfig } from '#web/shared/config.ts'
import { PeopleField } from '#web/shared/people/PeopleField.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './award-form.module.css'
import { AwardTile } from './AwardTile.tsx'
import awards from './awards.module.css'
import { type GiveForm, useGiveForm } from './use-give-form.ts'

const iconProps = { size: 18, 'aria-hidden': true } as const
const toPoints = (typed: string) => parseWholeNumber(typed) || 0

/** A field and a slider for points within a range. Fixed points need neither. */
function PointsField({ form, award }: { form: GiveForm; award: OwnAward }) {
  const { t } = useTranslation('organization')
  const { points_min: min, points_max: max } = award
  const { points } = form.values
  if (min === max) return null
  return (
    <div className={css['amount']}>
      <div>
        <input
          type="range"
          className={css['range']}
          min={min}
          max={max}
          aria-label={t('awards.give.slider')}
          value={Math.min(max, Math.max(min, toPoints(points)))}
          onChange={(event) => form.setFieldValue('points', event.currentTarget.value)}
        />
        <div className={css['ends']} aria-hidden="true">
          <span>{formatNumber(min)}</span>
          <span>{formatNumber(max)}</span>
        </div>
      </div>
      <NumberField
        label={t('awards.field.points')}
        name="points"
        {...form.getInputProps('points')}
      />
    </div>
  )
}

/** What a gift costs, which approvals it needs, and its limits. */
function GiftFacts({ form, award }: { form: GiveForm; award: OwnAward }) {
  const { t } = useTranslation('organization')
  const { points: typed, to_ids: people } = form.values
  const points = toPoints(typed)
  const steps = award.steps.filter(({ from_points: from }) => from <= points)
  const params = {
    points: t('common:points', { count: points }),
    total: formatNumber(points * people.length),
  }
  return (
    <div className={css['facts']} role="status">
      <ul>
        <li>
          <IconCoins {...iconProps} />
          {people.length > 1 ? t('awards.give.each', params) : t('awards.give.cost', params)}
        </li>
        <li>
          <IconShieldCheck {...iconProps} />
          {steps.length
            ? t('awards.give.needs', {
                approvers: steps
                  .map(({ approver }) => t(`awards.approver.${approver}`))
                  .join(' → '),
              })
            : t('awards.give.at_once')}
        </li>
        {award.yearly_max === null ? null : (
          <li>
            <IconRepeat {...iconProps} />
            {t('awards.yearly', { count: award.yearly_max })}
          </li>
        )}
        {award.private ? (
          <li>
            <IconLock {...iconProps} />
            {t('awards.give.private')}
          </li>
        ) : null}
      </ul>
    </div>
  )
}

function MessageField({ form }: { form: GiveForm }) {
  const { t } = useTranslation('organization')
  return (
    <Textarea
      label={t('awards.give.text')}
      description={t('awards.give.counter', {
        n: formatNumber(form.values.text.length),
        max: formatNumber(limits.message_chars_max),
      })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      name="text"
      autosize
      minRows={3}
      maxLength={limits.message_chars_max}
      {...form.getInputProps('text')}
    />
  )
}

/** Gives an award, or submits it for approval. */
export function GiveAwardDialog({
  award,
  onGiven,
  onClose,
}: {
  award: OwnAward
  onGiven: (gift: AwardGift) => void
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const { user } = useConfig()
  const { form, submit, isSaving } = useGiveForm(award, onGiven)
  const points = toPoints(form.values.points)
  const isApproved = award.steps.some(({ from_points: from }) => from <= points)
  const about = [award.text, award.criteria].filter(Boolean)
  return (
    <Dialog
      isFullScreenOnPhone
      title={t('awards.give.title', { name: award.name })}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={form.problems} onSubmit={submit} className={awards['form']}>
        <GeneralProblem text={form.problems.general} />
        {about.length ? (
          <div className={css['award']}>
            <AwardTile award={award} />
            <div>
              {about.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          </div>
        ) : null}
        <PeopleField
          label={t('awards.give.to')}
          people={form.values.to_ids}
          onChange={(people) => form.setFieldValue('to_ids', [...people])}
          max={limits.recipients_max}
          except={[user.id]}
          error={form.problems.fields['to_ids']}
        />
        <PointsField form={form} award={award} />
        <MessageField form={form} />
        <GiftFacts form={form} award={award} />
        <FormActions
          action={t(isApproved ? 'awards.give.submit' : 'awards.give.action')}
          busy={isSaving}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
