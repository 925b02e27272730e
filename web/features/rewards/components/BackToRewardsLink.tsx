import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { useListSearch } from '../list-search.ts'
import { BackArrow, backClass } from '#web/ui/Page.tsx'

/** Links from a form back to the list of rewards. */
export function BackToRewardsLink() {
  const { t } = useTranslation('rewards')
  return (
    <Link to="/settings/rewards/all" search={useListSearch()} className={backClass}>
      <BackArrow />
      {t('admin.all')}
    </Link>
  )
}
