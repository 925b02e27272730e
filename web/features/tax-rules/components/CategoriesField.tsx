import { Checkbox } from '@mantine/core'
import { categories } from '#web/shared/rewards/reward-categories.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './tax-rules.module.css'
import type { RuleForm } from './use-rule-form.ts'

/** The categories of rewards that a rule covers. */
export function CategoriesField({ form }: { form: RuleForm }) {
  const { t } = useTranslation('finance')
  const { categories: picked } = form.values
  const error = form.errors['categories']
  const toggle = (category: (typeof categories)[number], isPicked: boolean) =>
    form.setFieldValue(
      'categories',
      categories.filter((one) => (one === category ? isPicked : picked.includes(one))),
    )
  return (
    <fieldset
      className={css['categories']}
      aria-describedby={error ? 'categories-problem' : undefined}
    >
      <legend>{t('tax.field.categories')}</legend>
      <div>
        {categories.map((category) => (
          <Checkbox
            key={category}
            label={t(`rewards:category.${category}`)}
            checked={picked.includes(category)}
            onChange={(event) => toggle(category, event.currentTarget.checked)}
          />
        ))}
      </div>
      {error ? (
        <p id="categories-problem" className={css['problem']} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
