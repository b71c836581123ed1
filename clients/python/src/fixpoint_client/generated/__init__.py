"""What follows from the description of the API. Made of the description of the API by `node tools/clients/write.ts`; do not edit."""
