import type { RouteCase } from './route-case.ts'
import { chooseAudience, newRewardPath, submitForm } from './state-actions.ts'

export const rewardRoutes: RouteCase[] = [
  {
    route: '/settings/rewards/new',
    allowedFor: 'manage_rewards',
    states: [
      { name: 'new-reward' },
      { name: 'new-reward-ideas', path: newRewardPath('kind=individual') },
      { name: 'new-reward-form', path: newRewardPath('kind=individual&idea=blank') },
      {
        name: 'new-reward-error',
        path: newRewardPath('kind=individual&idea=blank'),
        open: submitForm,
      },
      {
        name: 'new-reward-audience',
        path: newRewardPath('kind=individual&idea=blank'),
        open: chooseAudience,
      },
      { name: 'new-reward-team', path: newRewardPath('kind=team&idea=blank') },
      { name: 'new-reward-card', path: newRewardPath('kind=automatic') },
      { name: 'new-reward-cards', path: newRewardPath('kind=automatic&idea=several') },
    ],
  },
  {
    route: '/settings/rewards/edit/{id}',
    path: (seedData) => `/settings/rewards/edit/${seedData.ids.reward}`,
    allowedFor: 'manage_rewards',
    states: [{ name: 'edit-reward' }],
  },
]
