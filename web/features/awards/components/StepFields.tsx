import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { PeopleField } from '#web/shared/people/PeopleField.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import css from './award-form.module.css'
import type { AwardForm, StepValues } from './use-award-form.ts'

const approvers = ['receiver_manager', 'giver_manager', 'budget_owner', 'people'] as const

/** Fields of a step: its approvers, and from which points it applies. */
function StepRow({ form, index, step }: { form: AwardForm; index: number; step: StepValues }) {
  const { t } = useTranslation('organization')
  const { fields } = form.problems
  const number = index + 1
  const change = (part: Partial<StepValues>) =>
    form.setFieldValue(
      'steps',
      form.values.steps.map((old, place) => (place === index ? { ...old, ...part } : old)),
    )
  return (
    <li className={css['step']}>
      <span className={css['number']} aria-hidden="true">
        {number}
      </span>
      <div className={css['stepFields']}>
        <div className={css['two']}>
          <NativeSelect
            label={t('awards.step.approver')}
            aria-label={t('awards.step.approver_of', { n: number })}
            data={approvers
              .filter(
                (approver) =>
                  approver !== 'budget_owner' ||
                  form.values.budget_id !== '' ||
                  step.approver === approver,
              )
              .map((value) => ({ value, label: t(`awards.approver.${value}`) }))}
            value={step.approver}
            onChange={(event) =>
              change({ approver: event.currentTarget.value as StepValues['approver'] })
            }
          />
          <NumberField
            label={t('awards.step.from')}
            aria-label={t('awards.step.from_of', { n: number })}
            placeholder={t('awards.step.always')}
            value={step.from}
            onChange={(from) => change({ from })}
            error={fields[`steps.${index}.from_points`]}
          />
        </div>
        {step.approver === 'people' ? (
          <PeopleField
            label={t('awards.step.people')}
            description={t('awards.step.people_text')}
            people={step.people}
            onChange={(people) => change({ people: [...people] })}
            max={limits.award_approvers_max}
            error={fields[`steps.${index}.people`] ?? fields[`steps.${index}.user_ids`]}
          />
        ) : null}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('awards.step.remove', { n: number })}
        onClick={() =>
          form.setFieldValue(
            'steps',
            form.values.steps.filter((_, place) => place !== index),
          )
        }
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}

/** The steps of approval, in their order; none: the award is given at once. */
export function StepFields({ form }: { form: AwardForm }) {
  const { t } = useTranslation('organization')
  const { steps } = form.values
  const add = () =>
    form.setFieldValue('steps', [...steps, { from: '', approver: 'receiver_manager', people: [] }])
  return (
    <>
      {steps.length ? (
        <ol className={css['steps']} aria-label={t('awards.section.approval')}>
          {steps.map((step, index) => (
            // Steps have no identity but their place.
            <StepRow key={index} form={form} index={index} step={step} />
          ))}
        </ol>
      ) : (
        <p className={css['note']}>{t('awards.step.none')}</p>
      )}
      {steps.length < limits.award_steps_max ? (
        <Button
          variant="default"
          size="sm"
          className={css['add'] ?? ''}
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={add}
        >
          {t('awards.step.add')}
        </Button>
      ) : null}
    </>
  )
}
