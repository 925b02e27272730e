import { useTranslation } from '#web/lib/translate.ts'

export function useChartTexts() {
  const { t } = useTranslation('charts')
  return { table: t('table'), picture: t('picture') }
}
