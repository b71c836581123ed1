/** Why no answer came, in the words of the delivery log. */
import type { DeliveryError } from '#domain/webhooks/deliveries.ts';

export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure';
  readonly reason: DeliveryError;

  constructor(reason: DeliveryError, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
