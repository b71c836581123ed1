/** The attempts at a delivery, and the round that looks after deliveries without a workflow. */
import { ApplicationFailure, Context } from '@temporalio/activity';
import type { DeliveryStatus } from '#domain/webhooks/deliveries.ts';
import type { Answer, Send } from '#src/webhooks/send.ts';
import { metrics } from '#src/metrics/metrics.ts';
import type { Attempt, DeliveryStore } from '#store/webhooks/deliveries.ts';
import type { WebhookLog } from '#store/webhooks/delivery-log.ts';
import { type ActivityLog, runActivity } from '#activities/run-activity.ts';

export type WebhookActivities = ReturnType<typeof webhookActivities>;

export interface WebhookActivitiesDeps {
  readonly deliveries: DeliveryStore;
  readonly send: Send;
  readonly log: ActivityLog;
  /** Other clocks are for tests that skip time. */
  readonly now?: () => Date;
}

export function webhookActivities(deps: WebhookActivitiesDeps) {
  const { deliveries, log } = deps;
  return {
    /** One attempt, if the delivery is still wanted. Fails with the pause until the next one, unless it was the last. */
    async attemptDelivery(deliveryId: string): Promise<DeliveryStatus> {
      const { status, pauseMs } = await runActivity(log, null, () => attempt(deps, deliveryId));
      if (pauseMs === null) return status;
      throw tryAgain(pauseMs);
    },

    /** Is called by a workflow that ends undecided; a delivery that is decided stays as it is. */
    giveUpDelivery: (deliveryId: string, status: 'dead' | 'cancelled'): Promise<DeliveryStatus | null> =>
      runActivity(log, null, () => deliveries.giveUp(deliveryId, status)),
  };
}

async function attempt(deps: WebhookActivitiesDeps, deliveryId: string) {
  const { deliveries, send, now = () => new Date() } = deps;
  const begun = await deliveries.begin(deliveryId, now());
  if (begun.kind === 'over') return { status: begun.status, pauseMs: null };
  if (begun.kind === 'wait') return { status: 'pending' as const, pauseMs: begun.waitMs };
  const end = metrics.webhookAttemptSeconds.startTimer();
  const answer = await call(begun.attempt, send, now());
  end();
  const finished = await deliveries.finish(begun.attempt, answer, now());
  metrics.webhookAttempts.inc({ outcome: finished.status });
  return finished;
}

function call({ eventId, payload, number, url, secrets }: Attempt, send: Send, sentAt: Date): Promise<Answer> {
  const message = { id: eventId, sentAt, body: payload, secrets };
  return send({ ...message, url, attempt: number }, Context.current().cancellationSignal);
}

/** The log of the delivery has the result. The history has no addresses and no answers. */
function tryAgain(pauseMs: number): ApplicationFailure {
  const failure = ApplicationFailure.create({
    type: 'TRY_AGAIN',
    message: 'Not delivered yet.',
    nextRetryDelay: pauseMs,
    category: 'BENIGN', // for the logs and metrics of the service: failures of receivers are normal
  });
  failure.stack = ''; // a stack has paths of this host, and would go into the history
  return failure;
}

export type DeliverySweepActivities = ReturnType<typeof deliverySweepActivities>;

export interface DeliverySweepDeps {
  readonly webhookLog: WebhookLog;
  /** Harmless for a delivery that is under way. */
  readonly startDelivery: (deliveryId: string, organizationId: string) => Promise<void>;
  readonly log: ActivityLog;
}

const PAGE = 200;

export function deliverySweepActivities({ webhookLog, startDelivery, log }: DeliverySweepDeps) {
  return {
    /** Starts deliveries whose workflow never began or is gone, and forgets expired events; answers how many it found. */
    sweepDeliveries: (): Promise<number> =>
      runActivity(log, null, async () => {
        const now = new Date();
        const found = await webhookLog.unattended(now, PAGE);
        for (const { id, organizationId } of found) {
          Context.current().cancellationSignal.throwIfAborted();
          await startDelivery(id, organizationId);
        }
        return found.length + (await webhookLog.expire(now, PAGE));
      }),
  };
}
