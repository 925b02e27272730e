import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import type { Celebration, CelebrationKind } from '#contract/schemas/celebrations.ts'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { BudgetField } from './BudgetField.tsx'
import css from './celebrations.module.css'
import type { CelebrationForm } from './use-celebration-form.ts'

/** The years that teams celebrate most, with points to start from. */
const usualYears = [
  { years: '1', points: '50' },
  { years: '3', points: '100' },
  { years: '5', points: '250' },
  { years: '10', points: '500' },
]

/** The years of an anniversary with points of their own. */
function PointsByYear({ form }: { form: CelebrationForm }) {
  const { t } = useTranslation('celebrations')
  const rows = form.values.points_by_year
  return (
    <div className={css['years']} role="group" aria-label={t('years.title')}>
      <b>{t('years.title')}</b>
      <p className={css['hint']}>{t('years.text')}</p>
      {rows.map((_, index) => (
        // Rows have no identity of their own, and their fields are controlled.
        <div key={index} className={css['yearRow']}>
          <NumberField
            label={index ? undefined : t('years.years')}
            aria-label={t('years.years_row', { n: index + 1 })}
            {...form.getInputProps(`points_by_year.${index}.years`)}
          />
          <NumberField
            label={index ? undefined : t('years.points')}
            aria-label={t('years.points_row', { n: index + 1 })}
            {...form.getInputProps(`points_by_year.${index}.points`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('years.remove', { n: index + 1 })}
            onClick={() => form.removeListItem('points_by_year', index)}
          >
            <IconTrash size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <div className={css['buttons']}>
        {rows.length ? null : (
          <Button
            variant="light"
            size="compact-md"
            className="wraps"
            onClick={() => form.setFieldValue('points_by_year', usualYears)}
          >
            {t('years.start')}
          </Button>
        )}
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={rows.length >= limits.celebration_years_listed}
          onClick={() => form.insertListItem('points_by_year', { years: '', points: '' })}
        >
          {t('years.add')}
        </Button>
      </div>
    </div>
  )
}

/** The points of a celebration and where they come from. */
export function PointsFields({
  form,
  kind,
  budget,
}: {
  form: CelebrationForm
  kind: CelebrationKind
  budget: Celebration['budget']
}) {
  const { t } = useTranslation('celebrations')
  return (
    <>
      <div className={css['two']}>
        <NumberField
          label={t('field.points')}
          name="points"
          {...form.getInputProps('points')}
          data-autofocus
        />
        <BudgetField budget={budget} field={form.getInputProps('budget_id')} />
      </div>
      {kind === 'anniversary' ? <PointsByYear form={form} /> : null}
    </>
  )
}
