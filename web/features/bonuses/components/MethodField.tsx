import { Radio } from '@mantine/core'
import { IconChartPie, IconEqual, IconStack2 } from '@tabler/icons-react'
import { useTranslation } from '#web/lib/translate.ts'
import css from './bonuses.module.css'
import type { BonusForm } from './use-bonus-form.ts'

const methods = [
  { method: 'share', Icon: IconChartPie },
  { method: 'even', Icon: IconEqual },
  { method: 'fixed', Icon: IconStack2 },
] as const

/** How the points are shared, as a card for each way. */
export function MethodField({ form }: { form: BonusForm }) {
  const { t } = useTranslation('organization')
  return (
    <Radio.Group
      aria-label={t('bonuses.field.method')}
      {...form.getInputProps('method')}
      name="method"
    >
      <div className={css['methods']}>
        {methods.map(({ method, Icon }) => (
          <Radio.Card key={method} value={method} className={css['method']}>
            <Icon size={22} stroke={1.7} aria-hidden="true" />
            <b>{t(`bonuses.method.${method}`)}</b>
            <span>{t(`bonuses.method.${method}_text`)}</span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
