import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { requireAbility } from '#web/app/guards.ts'
import type { WorkListSearch } from '#web/features/rewards/purchases/work-list.ts'
import { withMessages } from '#web/shared/load-code.ts'
import { loadRewardScreens } from './load-screens.ts'
import { underShell } from './root.ts'
import { parseStringParams } from './search-params.ts'

const rewardsIndexRoute = createRoute({
  ...underShell('/settings/rewards'),
  beforeLoad: () => {
    throw redirect({ to: '/settings/rewards/all' })
  },
})
const parseRewardList = parseStringParams('order', 'category')
const allRewardsRoute = createRoute({
  ...underShell('/settings/rewards/all'),
  validateSearch: parseRewardList,
  beforeLoad: requireAbility('manage_rewards'),
  component: lazyRouteComponent(loadRewardScreens, 'AllRewardsScreen'),
})
const newRewardRoute = createRoute({
  ...underShell('/settings/rewards/new'),
  validateSearch: parseStringParams('kind', 'idea'),
  beforeLoad: requireAbility('manage_rewards'),
  component: lazyRouteComponent(loadRewardScreens, 'NewRewardScreen'),
})
const editRewardRoute = createRoute({
  ...underShell('/settings/rewards/edit/$id'),
  // The list is filtered as before on the way back.
  validateSearch: parseRewardList,
  beforeLoad: requireAbility('manage_rewards'),
  component: lazyRouteComponent(loadRewardScreens, 'EditRewardScreen'),
})
const purchasesRoute = createRoute({
  ...underShell('/settings/rewards/purchases'),
  // The screen validates the values, to keep the code out of the first page.
  validateSearch: (search): WorkListSearch => search,
  beforeLoad: requireAbility('manage_rewards'),
  component: lazyRouteComponent(loadRewardScreens, 'PurchasesScreen'),
})
const rewardsPaymentRoute = createRoute({
  ...underShell('/settings/rewards/payment'),
  validateSearch: parseStringParams('card'),
  beforeLoad: requireAbility('manage_rewards_billing'),
  component: lazyRouteComponent(
    withMessages(
      () => import('#web/features/giftcards/screens/PaymentScreen.tsx'),
      'giftcards',
      'rewards',
      'settings',
    ),
    'PaymentScreen',
  ),
})

export const rewardPages = [
  rewardsIndexRoute,
  allRewardsRoute,
  newRewardRoute,
  editRewardRoute,
  purchasesRoute,
  rewardsPaymentRoute,
] as const
